import { and, count, desc, eq } from 'drizzle-orm';
import { build, isSet, type Params, query } from '../../kit/data/query.ts';
import { isNamed } from '../../kit/data/same-name.ts';
import { rolepermissions, roles, userroles, users } from './tables.ts';

/**
 * The permissions of each role of a user, one row per permission. A role without permissions has one row with
 * null.
 */
export const grantsOfUser = query((params: Params<{ userid: number }>) =>
  build
    .select({ permission: rolepermissions.permission, isadmin: roles.isadmin })
    .from(userroles)
    .innerJoin(roles, eq(roles.roleid, userroles.roleid))
    .leftJoin(rolepermissions, eq(rolepermissions.roleid, roles.roleid))
    .where(eq(userroles.userid, params.userid)),
);

export const rolesOfUser = query((params: Params<{ userid: number }>) =>
  build
    .select({ roleid: roles.roleid, rolename: roles.rolename, color: roles.color, isadmin: roles.isadmin })
    .from(userroles)
    .innerJoin(roles, eq(roles.roleid, userroles.roleid))
    .where(eq(userroles.userid, params.userid))
    .orderBy(roles.rolename),
);

export const roleLinksOfUser = query((params: Params<{ userid: number }>) =>
  build
    .select({ userroleid: userroles.userroleid, roleid: userroles.roleid })
    .from(userroles)
    .where(eq(userroles.userid, params.userid)),
);

export const allRoles = query(() => build.select().from(roles).orderBy(desc(roles.isadmin), roles.rolename));

export const roleByName = query((params: Params<{ rolename: string }>) =>
  build.select({ roleid: roles.roleid }).from(roles).where(isNamed(roles.rolename, params.rolename)),
);

export const adminRole = query(() =>
  build.select({ roleid: roles.roleid }).from(roles).where(isSet(roles.isadmin)),
);

export const permissionsOfRole = query((params: Params<{ roleid: number }>) =>
  build
    .select({
      rolepermissionid: rolepermissions.rolepermissionid,
      permission: rolepermissions.permission,
    })
    .from(rolepermissions)
    .where(eq(rolepermissions.roleid, params.roleid))
    .orderBy(rolepermissions.permission),
);

/** Number of users with a role, including inactive ones. */
export const usersOfRole = query((params: Params<{ roleid: number }>) =>
  build
    .select({ n: count().as('n') })
    .from(userroles)
    .where(eq(userroles.roleid, params.roleid)),
);

/** Role assignments that make active users admins. */
export const activeAdminRoles = query(() =>
  build
    .select({ userroleid: userroles.userroleid })
    .from(userroles)
    .innerJoin(roles, and(eq(roles.roleid, userroles.roleid), isSet(roles.isadmin)))
    .innerJoin(users, and(eq(users.userid, userroles.userid), isSet(users.isactive))),
);
