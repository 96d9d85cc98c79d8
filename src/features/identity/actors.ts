import type { Actor } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { userById } from './queries.ts';
import { grantsOfUser } from './role-queries.ts';

/**
 * Returns the current permissions of a user; for an admin only those that roles list, so check `isadmin` too.
 * Reads the roles at each use, so that a removed role takes effect at once.
 */
export function readGrants(reader: Reader, userid: number): { isadmin: boolean; permissions: Set<string> } {
  const rows = grantsOfUser.all(reader, { userid });
  return {
    isadmin: rows.some((row) => row.isadmin === 1),
    permissions: new Set(rows.flatMap((row) => (row.permission ? [row.permission] : []))),
  };
}

/**
 * Returns the actor of a signed-in user. Returns undefined when the user does not exist or is inactive, or
 * when the sign-in was ended since (see `tokenepoch`). An `epoch` of null skips the last check.
 */
export function findUserActor(reader: Reader, userid: number, epoch: number | null): Actor | undefined {
  const user = userById.get(reader, { userid });
  if (user?.isactive !== 1 || (epoch !== null && user.tokenepoch !== epoch)) return undefined;
  return { kind: 'user', userid, name: user.username, ...readGrants(reader, userid) };
}
