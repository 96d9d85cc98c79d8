import type { Register } from '../../kit/resource/register.ts';

/** Everybody on the network reads; the three verbs need `<area>.create`, `.edit` and `.delete`. */
export const openRead = (area: string): Register['can'] => ({
  read: 'optional',
  create: { can: `${area}.create` },
  edit: { can: `${area}.edit` },
  delete: { can: `${area}.delete` },
});
