import { and, count, eq, exists, ne } from 'drizzle-orm';
import { build, command, isSet, type Params, query } from '../../kit/data/query.ts';
import { isNamed, orderExactFirst } from '../../kit/data/same-name.ts';
import { auditlogs } from '../../kit/tables.ts';
import { assethistory } from '../catalog/tables.ts';
import { roles, userroles, users } from './tables.ts';

export const userById = query((params: Params<{ userid: number }>) =>
  build.select().from(users).where(eq(users.userid, params.userid)),
);

/**
 * The users whose name matches in any letter case. Older data may have several; the exact spelling comes
 * first.
 */
export const usersNamed = query((params: Params<{ username: string }>) =>
  build
    .select()
    .from(users)
    .where(isNamed(users.username, params.username))
    .orderBy(orderExactFirst(users.username, params.username), users.userid),
);

export const allUsers = query(() => build.select().from(users).orderBy(users.username));

export const usernameOf = query((params: Params<{ userid: number }>) =>
  build.select({ username: users.username }).from(users).where(eq(users.userid, params.userid)),
);

/** Another user with this name; `userid` 0 excludes no user. */
export const otherOfUsername = query((params: Params<{ value: string; userid: number }>) =>
  build
    .select({ userid: users.userid })
    .from(users)
    .where(and(isNamed(users.username, params.value), ne(users.userid, params.userid))),
);

/** Another user with this email address in any letter case; `userid` 0 excludes no user. */
export const otherOfEmail = query((params: Params<{ value: string; userid: number }>) =>
  build
    .select({ userid: users.userid })
    .from(users)
    .where(and(isNamed(users.email, params.value), ne(users.userid, params.userid))),
);

export const userCount = query(() => build.select({ n: count().as('n') }).from(users));

const isActiveAdmin = () => {
  const isAdmin = build
    .select({ userroleid: userroles.userroleid })
    .from(userroles)
    .innerJoin(roles, eq(roles.roleid, userroles.roleid))
    .where(and(eq(userroles.userid, users.userid), isSet(roles.isadmin)));
  return and(isSet(users.isactive), exists(isAdmin));
};

/** Number of active admins. */
export const activeAdmins = query(() =>
  build
    .select({ n: count().as('n') })
    .from(users)
    .where(isActiveAdmin()),
);

export const activeAdminIds = query(() =>
  build.select({ userid: users.userid }).from(users).where(isActiveAdmin()),
);

export const stampLogin = command((params: Params<{ userid: number; at: string }>) =>
  build.update(users).set({ lastlogindate: params.at }).where(eq(users.userid, params.userid)),
);

/** Removes the links to a deleted user from audit rows, which retain the name. */
export const unlinkAudit = command((params: Params<{ userid: number }>) =>
  build.update(auditlogs).set({ userid: null }).where(eq(auditlogs.userid, params.userid)),
);

/** Removes the links to a deleted user from history rows, which retain the name. */
export const unlinkHistory = command((params: Params<{ userid: number }>) =>
  build.update(assethistory).set({ userid: null }).where(eq(assethistory.userid, params.userid)),
);
