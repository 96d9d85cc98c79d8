import type { Reader } from '../../kit/data/reader.ts';
import type { LastingEnd } from '../../kit/restore/lasting-ends.ts';
import { activeAdminIds } from './queries.ts';
import { apitokens, users } from './tables.ts';

/** Accounts and tokens that were ended since stay ended in data that are restored. */
export const lastingEnds: readonly LastingEnd[] = [
  { table: users, same: [users.userid, users.createddate], ended: { isactive: 0 }, spared: lastAdmins },
  {
    table: apitokens,
    same: [apitokens.secrethash],
    ended: { isactive: 0 },
    taken: [apitokens.expiresat, apitokens.scopes, apitokens.resourcescopes],
  },
];

/** The active admins, where no other one would be left. */
function lastAdmins(reader: Reader, ids: readonly number[]): readonly number[] {
  const admins = activeAdminIds.all(reader).map(({ userid }) => userid);
  return admins.every((admin) => ids.includes(admin)) ? admins : [];
}
