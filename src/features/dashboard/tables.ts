import { index, integer, serial, sqliteTable, stamps, text, unique } from '../../kit/data/columns.ts';
import { users } from '../identity/tables.ts';

export const alertassignments = sqliteTable(
  'alertassignments',
  {
    alertassignmentid: serial(),
    alertkey: text().notNull().unique(),
    /** The title of the alert, for the audit log. */
    title: text().notNull(),
    userid: integer()
      .notNull()
      .references(() => users.userid, { onDelete: 'cascade' }),
    note: text(),
    duedate: text(),
    ...stamps(),
  },
  (t) => [index('alertassignments_userid').on(t.userid)],
);

/** The count of each alert rule on each day. */
export const alertcounts = sqliteTable(
  'alertcounts',
  {
    alertcountid: serial(),
    alertkey: text().notNull(),
    day: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [unique().on(t.alertkey, t.day), index('alertcounts_day').on(t.day)],
);

/** The count of each alert rule at each place on each day. */
export const alertplacecounts = sqliteTable(
  'alertplacecounts',
  {
    alertplacecountid: serial(),
    alertkey: text().notNull(),
    locationid: integer().notNull(),
    day: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [unique().on(t.alertkey, t.locationid, t.day), index('alertplacecounts_day').on(t.day)],
);

export type AlertAssignmentRow = typeof alertassignments.$inferSelect;
