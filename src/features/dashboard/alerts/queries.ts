import { and, eq, getTableColumns, or, sql } from 'drizzle-orm';
import { build, isSet, type Params, query } from '../../../kit/data/query.ts';
import { users } from '../../identity/tables.ts';
import { alertassignments } from '../tables.ts';

const assigned = () =>
  build
    .select({ ...getTableColumns(alertassignments), username: users.username })
    .from(alertassignments)
    .innerJoin(users, eq(users.userid, alertassignments.userid));

/** All assignments, with the names of their users. */
export const allAssignments = query(() => assigned().orderBy(alertassignments.alertassignmentid));

export const assignmentOf = query((params: Params<{ alertkey: string }>) =>
  assigned().where(eq(alertassignments.alertkey, params.alertkey)),
);

export const assignmentsOfUser = query((params: Params<{ userid: number }>) =>
  build
    .select({ alertassignmentid: alertassignments.alertassignmentid })
    .from(alertassignments)
    .where(eq(alertassignments.userid, params.userid)),
);

/** Active users whose name contains a text, which is a LIKE pattern, by name. */
export const usersMatching = query((params: Params<{ pattern: string }>) => {
  const contains = (column: typeof users.username | typeof users.firstname | typeof users.lastname) =>
    sql`${column} LIKE ${params.pattern} ESCAPE '\\'`;
  return build
    .select({
      userid: users.userid,
      username: users.username,
      firstname: users.firstname,
      lastname: users.lastname,
    })
    .from(users)
    .where(
      and(
        isSet(users.isactive),
        or(contains(users.username), contains(users.firstname), contains(users.lastname)),
      ),
    )
    .orderBy(users.username);
});

export const mailOf = query((params: Params<{ userid: number }>) =>
  build.select({ email: users.email }).from(users).where(eq(users.userid, params.userid)),
);
