import type { Reader } from '../../kit/data/reader.ts';
import { usersNamed } from './queries.ts';
import type { UserRow } from './tables.ts';

/**
 * The account that a typed user name refers to. Ambiguous when several accounts fold to the name and none has
 * its exact spelling.
 */
export interface AccountMatch {
  user?: UserRow;
  isAmbiguous: boolean;
}

/**
 * Finds the account with the exact spelling of a user name, else the only account that folds to it.
 * `isAmbiguous` reports that several fold to it and none has its exact spelling. The account may be inactive.
 */
export function findAccount(reader: Reader, typed: string): AccountMatch {
  const username = typed.trim();
  const all = usersNamed.all(reader, { username });
  const isSame = (user: UserRow) => user.username === username || user.username === username.normalize('NFC');
  const user = all.find(isSame) ?? (all.length === 1 ? all[0] : undefined);
  return { user, isAmbiguous: user === undefined && all.length > 1 };
}
