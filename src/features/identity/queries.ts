import { eq } from 'drizzle-orm';
import { build, type Given, query } from '../../kit/data/query.ts';
import { rolepermissions, roles, userroles, users } from './tables.ts';

export const userById = query((given: Given<{ userid: number }>) =>
  build.select().from(users).where(eq(users.userid, given.userid)),
);

/** What each role of a user grants, a row for each permission; a role without any has one row with null. */
export const grantsOfUser = query((given: Given<{ userid: number }>) =>
  build
    .select({ permission: rolepermissions.permission, isadmin: roles.isadmin })
    .from(userroles)
    .innerJoin(roles, eq(roles.roleid, userroles.roleid))
    .leftJoin(rolepermissions, eq(rolepermissions.roleid, roles.roleid))
    .where(eq(userroles.userid, given.userid)),
);

export const rolesOfUser = query((given: Given<{ userid: number }>) =>
  build
    .select({ roleid: roles.roleid, rolename: roles.rolename, color: roles.color })
    .from(userroles)
    .innerJoin(roles, eq(roles.roleid, userroles.roleid))
    .where(eq(userroles.userid, given.userid))
    .orderBy(roles.rolename),
);
