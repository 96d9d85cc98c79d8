import type { Reader } from '../../kit/data/reader.ts';
import { type RevocationRule, referencedKey } from '../../kit/restore/revocation-rule.ts';
import { activeAdminIds } from './queries.ts';
import { activeAdminRoles } from './role-queries.ts';
import { apitokens, rolepermissions, roles, userroles, users } from './tables.ts';

/**
 * Revocation rules: accounts, passwords, roles and tokens that were revoked after the backup stay revoked in
 * restored data. Active admins are exempt when no other one would remain.
 */
export const identityRevocationRules: readonly RevocationRule[] = [
  {
    table: users,
    identity: [users.userid, users.createddate],
    revokedState: { isactive: 0 },
    // An old password or an ended sign-in must not become valid again.
    taken: [users.passwordhash, users.issued, users.mustchangepassword, users.tokenepoch],
    listExempt: lastAdmins,
  },
  {
    table: userroles,
    identity: [
      userroles.userid,
      referencedKey(userroles.userid, users.userid, users.createddate),
      userroles.roleid,
      referencedKey(userroles.roleid, roles.roleid, roles.createddate),
    ],
    revokedState: null,
    listExempt: lastAdminRoles,
  },
  {
    table: rolepermissions,
    identity: [
      rolepermissions.roleid,
      referencedKey(rolepermissions.roleid, roles.roleid, roles.createddate),
      rolepermissions.permission,
    ],
    revokedState: null,
  },
  {
    table: apitokens,
    identity: [apitokens.secrethash],
    revokedState: { isactive: 0 },
    taken: [apitokens.expiresat, apitokens.scopes, apitokens.resourcescopes],
  },
];

/** Returns the active admins when no other one would be left, so that they are exempt. */
function lastAdmins(reader: Reader, ids: readonly number[]): readonly number[] {
  const admins = activeAdminIds.all(reader).map(({ userid }) => userid);
  return admins.every((admin) => ids.includes(admin)) ? admins : [];
}

/**
 * Returns the role assignments of the active admins if `ids` contains all of them, otherwise none. They are
 * exempt, so that an active admin remains.
 */
function lastAdminRoles(reader: Reader, ids: readonly number[]): readonly number[] {
  const adminRoles = activeAdminRoles.all(reader).map(({ userroleid }) => userroleid);
  return adminRoles.every((one) => ids.includes(one)) ? adminRoles : [];
}
