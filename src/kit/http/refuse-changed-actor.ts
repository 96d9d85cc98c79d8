import type { Actor } from '../actor.ts';
import { AppError } from '../errors.ts';

/**
 * Throws 403 when the actor or the limits of its token differ from those at the start of the request, or it
 * has fewer permissions.
 */
export function refuseChangedActor(before: Actor, now: Actor): void {
  const mayAll =
    now.isadmin || (!before.isadmin && [...before.permissions].every((one) => now.permissions.has(one)));
  if (!mayAll || identityOf(before) !== identityOf(now))
    throw new AppError('FORBIDDEN', 'Your permissions changed during the request. Try again.');
}

/** Returns the identity of the actor and the limits of its token. */
const identityOf = ({ kind, userid, tokenid, name, resourcescopes, reads }: Actor): string =>
  JSON.stringify([kind, userid, tokenid, name, resourcescopes, reads]);
