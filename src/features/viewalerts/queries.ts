import { and, count, eq, getTableColumns, or, sql } from 'drizzle-orm';
import { build, isSet, type Params, query } from '../../kit/data/query.ts';
import { users } from '../identity/tables.ts';
import { savedviews } from '../savedviews/tables.ts';
import { viewalerts } from './tables.ts';

const withView = () =>
  build
    .select({
      ...getTableColumns(viewalerts),
      page: savedviews.page,
      query: savedviews.query,
      viewowner: sql<number | null>`${savedviews.userid}`.as('viewowner'),
      isviewshared: sql<number>`${savedviews.isshared}`.as('isviewshared'),
    })
    .from(viewalerts)
    .innerJoin(savedviews, eq(savedviews.savedviewid, viewalerts.savedviewid))
    .innerJoin(users, and(eq(users.userid, viewalerts.userid), isSet(users.isactive)));

/** The alerts of all active users with their views. */
export const allAlerts = query(() => withView());

/** The alerts of a user, and those of other active users that are shared with their view. */
export const visibleAlerts = query((params: Params<{ userid: number }>) =>
  withView()
    .where(
      or(eq(viewalerts.userid, params.userid), and(isSet(viewalerts.isshared), isSet(savedviews.isshared))),
    )
    .orderBy(viewalerts.viewalertid),
);

/** The alerts of a user, by ID. */
export const alertsOfUser = query((params: Params<{ userid: number }>) =>
  build.select().from(viewalerts).where(eq(viewalerts.userid, params.userid)).orderBy(viewalerts.viewalertid),
);

export const alertOfView = query((params: Params<{ userid: number; savedviewid: number }>) =>
  build
    .select()
    .from(viewalerts)
    .where(and(eq(viewalerts.userid, params.userid), eq(viewalerts.savedviewid, params.savedviewid))),
);

/** The number of alerts of active users. */
export const activeAlertCount = query(() =>
  build
    .select({ n: count().as('n') })
    .from(viewalerts)
    .innerJoin(users, and(eq(users.userid, viewalerts.userid), isSet(users.isactive))),
);
