import { flag, index, integer, serial, sqliteTable, stamps, text, unique } from '../../kit/data/columns.ts';
import { users } from '../identity/tables.ts';
import { savedviews } from '../savedviews/tables.ts';

export const viewalerts = sqliteTable(
  'viewalerts',
  {
    viewalertid: serial(),
    savedviewid: integer()
      .notNull()
      .references(() => savedviews.savedviewid, { onDelete: 'cascade' }),
    userid: integer()
      .notNull()
      .references(() => users.userid, { onDelete: 'cascade' }),
    title: text().notNull(),
    comparison: text().$type<'more' | 'fewer'>().notNull(),
    threshold: integer().notNull(),
    severity: text().$type<'info' | 'warning' | 'critical'>().notNull(),
    isshared: flag(),
    ...stamps(),
  },
  (t) => [
    unique().on(t.userid, t.savedviewid),
    index('viewalerts_savedviewid').on(t.savedviewid),
    index('viewalerts_isshared').on(t.isshared),
  ],
);

export type ViewAlertRow = typeof viewalerts.$inferSelect;
