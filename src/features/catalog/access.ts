import type { Register } from '../../kit/resource/register.ts';

/**
 * Returns the access rules of a register that can be read without sign-in, unless the setting
 * `anonymous_read` forbids it. Writing needs the permissions `<area>.create`, `<area>.edit` and
 * `<area>.delete`.
 */
export const openRead = (area: string): Register['can'] => ({
  read: 'optional',
  create: { can: `${area}.create` },
  edit: { can: `${area}.edit` },
  delete: { can: `${area}.delete` },
});

/**
 * Returns the titles of the three permissions that `openRead` requires, by permission. For example,
 * `rights('tools', 'tools')` declares the permissions to add, change and remove tools.
 */
export const rights = <const A extends string>(area: A, things: string) =>
  ({
    [`${area}.create`]: `Add ${things}`,
    [`${area}.edit`]: `Change ${things}`,
    [`${area}.delete`]: `Delete ${things}`,
  }) as Record<`${A}.${'create' | 'edit' | 'delete'}`, string>;
