import type { Reader } from '../../kit/data/reader.ts';
import { type RevocationRule, referencedKey } from '../../kit/restore/revocation-rule.ts';
import { activeAdminIds } from './queries.ts';
import { activeAdminRoles } from './role-queries.ts';
import { apitokens, rolepermissions, roles, userroles, users } from './tables.ts';

/** Accounts, passwords, roles and tokens that were ended or taken since stay so in data that are restored. */
export const identityRevocationRules: readonly RevocationRule[] = [
  {
    table: users,
    identity: [users.userid, users.createddate],
    revokedState: { isactive: 0 },
    // Who knew the password that was changed, or holds a sign-in that was ended, comes in by neither.
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

/** The active admins, where no other one would be left. */
function lastAdmins(reader: Reader, ids: readonly number[]): readonly number[] {
  const admins = activeAdminIds.all(reader).map(({ userid }) => userid);
  return admins.every((admin) => ids.includes(admin)) ? admins : [];
}

/** What makes the active admins ones, where no other one would be left. */
function lastAdminRoles(reader: Reader, ids: readonly number[]): readonly number[] {
  const held = activeAdminRoles.all(reader).map(({ userroleid }) => userroleid);
  return held.every((one) => ids.includes(one)) ? held : [];
}
