import type { Register } from '../../kit/resource/register.ts';

/** Everybody on the network reads; the three verbs need `<area>.create`, `.edit` and `.delete`. */
export const openRead = (area: string): Register['can'] => ({
  read: 'optional',
  create: { can: `${area}.create` },
  edit: { can: `${area}.edit` },
  delete: { can: `${area}.delete` },
});

/** The permissions that `openRead` asks for: `rights('tools', 'tools')` lets people add, change and remove tools. */
export const rights = <const A extends string>(area: A, things: string) =>
  ({
    [`${area}.create`]: `Add ${things}`,
    [`${area}.edit`]: `Change ${things}`,
    [`${area}.delete`]: `Remove ${things}`,
  }) as Record<`${A}.${'create' | 'edit' | 'delete'}`, string>;
