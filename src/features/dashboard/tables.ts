import { index, integer, serial, sqliteTable, stamps, text } from '../../kit/data/columns.ts';
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

export type AlertAssignmentRow = typeof alertassignments.$inferSelect;
