import type { Sqlite } from '#runtime';
import type { Tx } from '../../kit/data/tx.ts';
import type { RetainedRows } from '../../kit/restore/revocation-rules.ts';
import { otherOfEmail, otherOfUsername, userById } from './queries.ts';
import { roleLinksOfUser } from './role-queries.ts';
import { ensureAdminRole } from './roles.ts';
import { type UserRow, userroles, users } from './tables.ts';

const ACTIVE_ADMIN = `SELECT * FROM users WHERE userid = ? AND isactive = 1 AND EXISTS (
  SELECT 1 FROM userroles JOIN roles USING (roleid) WHERE userroles.userid = users.userid AND roles.isadmin = 1)`;

/**
 * Returns an account from a closed database of this version; undefined unless it belongs to an active admin.
 */
export const findActiveAdmin = (sqlite: Sqlite, userid: number): UserRow | undefined =>
  sqlite.ask(ACTIVE_ADMIN, userid)[0] as UserRow | undefined;

/**
 * Keeps the account of an active admin in restored data as it is now. The admin who requested the restore can
 * then sign in with the same password. Creates the account when the restored data lack it, and assigns the
 * admin role. In another account with its name or email address, that value gets a random prefix.
 */
export function carryOverAccount(tx: Tx, now: UserRow): RetainedRows {
  const { userid, createddate, modifieddate, lastlogindate, tokenepoch, ...lasting } = now;
  const there = userById.get(tx, { userid });
  // In the restored data the same user ID may belong to another user.
  const isSame = there?.createddate === createddate;
  const renamed = renameConflictingUsers(tx, now, isSame ? userid : 0);
  const values = { ...lasting, isactive: 1 as const };
  if (isSame) tx.update(users, userid, values);
  const id = isSame
    ? userid
    : tx.insert(users, { ...values, ...(there ? {} : { userid }), createddate, tokenepoch });
  const roleid = ensureAdminRole(tx);
  const link = roleLinksOfUser.all(tx, { userid: id }).find((one) => one.roleid === roleid);
  const userroleid = link?.userroleid ?? tx.insert(userroles, { userid: id, roleid });
  const details = { kept: now.username, ...(isSame ? {} : { madeanew: true }) };
  return {
    rows: [
      { table: users, id },
      { table: userroles, id: userroleid },
    ],
    auditDetails: { ...details, ...(renamed.length > 0 ? { gaveup: renamed } : {}) },
  };
}

const CONFLICT_QUERIES = { username: otherOfUsername, email: otherOfEmail };

/**
 * Renames other users who have the user name or email address of the account. Returns their IDs.
 */
function renameConflictingUsers(tx: Tx, now: UserRow, userid: number): number[] {
  const renamed: number[] = [];
  for (const field of ['username', 'email'] as const) {
    const other = CONFLICT_QUERIES[field].get(tx, { value: now[field], userid });
    if (!other) continue;
    tx.update(users, other.userid, { [field]: `${crypto.randomUUID()}-${now[field]}` });
    renamed.push(other.userid);
  }
  return [...new Set(renamed)];
}
