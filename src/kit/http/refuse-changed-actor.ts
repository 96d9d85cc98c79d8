import type { Actor } from '../actor.ts';
import { AppError } from '../errors.ts';

/** 403 for a caller who is another, or may do less, than when he began. */
export function refuseChangedActor(before: Actor, now: Actor): void {
  const mayAll =
    now.isadmin || (!before.isadmin && [...before.permissions].every((one) => now.permissions.has(one)));
  if (!mayAll || identityOf(before) !== identityOf(now))
    throw new AppError('FORBIDDEN', 'What you may do has changed meanwhile. Try again.');
}

/** Who it is, and the bounds of his token. */
const identityOf = ({ kind, userid, tokenid, name, resourcescopes, reads }: Actor): string =>
  JSON.stringify([kind, userid, tokenid, name, resourcescopes, reads]);
