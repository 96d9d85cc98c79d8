import { and, count, eq, exists, ne } from 'drizzle-orm';
import { build, command, isSet, type Params, query } from '../../kit/data/query.ts';
import { isNamed, orderExactFirst } from '../../kit/data/same-name.ts';
import { auditlogs } from '../../kit/tables.ts';
import { assethistory } from '../catalog/tables.ts';
import { roles, userroles, users } from './tables.ts';

export const userById = query((given: Params<{ userid: number }>) =>
  build.select().from(users).where(eq(users.userid, given.userid)),
);

/**
 * The users whose name matches in any letter case. Older data may have several; the exact spelling comes
 * first.
 */
export const usersNamed = query((given: Params<{ username: string }>) =>
  build
    .select()
    .from(users)
    .where(isNamed(users.username, given.username))
    .orderBy(orderExactFirst(users.username, given.username), users.userid),
);

export const allUsers = query(() => build.select().from(users).orderBy(users.username));

export const usernameOf = query((given: Params<{ userid: number }>) =>
  build.select({ username: users.username }).from(users).where(eq(users.userid, given.userid)),
);

/** Another user with this name; `userid` 0 excludes no user. */
export const otherOfUsername = query((given: Params<{ value: string; userid: number }>) =>
  build
    .select({ userid: users.userid })
    .from(users)
    .where(and(isNamed(users.username, given.value), ne(users.userid, given.userid))),
);

export const otherOfEmail = query((given: Params<{ value: string; userid: number }>) =>
  build
    .select({ userid: users.userid })
    .from(users)
    .where(and(isNamed(users.email, given.value), ne(users.userid, given.userid))),
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

export const activeAdmins = query(() =>
  build
    .select({ n: count().as('n') })
    .from(users)
    .where(isActiveAdmin()),
);

export const activeAdminIds = query(() =>
  build.select({ userid: users.userid }).from(users).where(isActiveAdmin()),
);

export const stampLogin = command((given: Params<{ userid: number; at: string }>) =>
  build.update(users).set({ lastlogindate: given.at }).where(eq(users.userid, given.userid)),
);

/** Removes the links to a deleted user from audit rows, which retain the name. */
export const unlinkAudit = command((given: Params<{ userid: number }>) =>
  build.update(auditlogs).set({ userid: null }).where(eq(auditlogs.userid, given.userid)),
);

export const unlinkHistory = command((given: Params<{ userid: number }>) =>
  build.update(assethistory).set({ userid: null }).where(eq(assethistory.userid, given.userid)),
);
