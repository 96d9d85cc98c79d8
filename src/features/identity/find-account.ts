import type { Reader } from '../../kit/data/reader.ts';
import { usersNamed } from './queries.ts';
import type { UserRow } from './tables.ts';

/** The account that a typed user name refers to. Several accounts, none of which has the very spelling, are `ambiguous`. */
export interface AccountMatch {
  user?: UserRow;
  isAmbiguous: boolean;
}

/** Finds the account of a user name: the one with the very spelling, else the only one that it folds to. */
export function findAccount(reader: Reader, typed: string): AccountMatch {
  const username = typed.trim();
  const all = usersNamed.all(reader, { username });
  const isSame = (user: UserRow) => user.username === username || user.username === username.normalize('NFC');
  const user = all.find(isSame) ?? (all.length === 1 ? all[0] : undefined);
  return { user, isAmbiguous: user === undefined && all.length > 1 };
}
