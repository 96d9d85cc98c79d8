import { index, integer, serial, sqliteTable, stamps, text } from '../../kit/data/columns.ts';
import { users } from '../identity/tables.ts';

export const calendarfeeds = sqliteTable(
  'calendarfeeds',
  {
    calendarfeedid: serial(),
    userid: integer()
      .notNull()
      .references(() => users.userid, { onDelete: 'cascade' }),
    name: text().notNull(),
    prefix: text().notNull().unique(),
    secrethash: text().notNull(),
    lastuseddate: text(),
    ...stamps(),
  },
  (t) => [index('calendarfeeds_userid').on(t.userid)],
);

export type CalendarFeedRow = typeof calendarfeeds.$inferSelect;
