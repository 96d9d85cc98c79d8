import {
  flag,
  folded,
  index,
  integer,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
} from '../../../kit/data/columns.ts';
import { users } from '../../identity/tables.ts';
import type { ScheduleInterval } from './schedule-time.ts';

export const reportschedules = sqliteTable(
  'reportschedules',
  {
    reportscheduleid: serial(),
    title: folded().notNull(),
    report: text().notNull(),
    parameters: text(),
    every: text().notNull().$type<ScheduleInterval>(),
    day: integer().notNull(),
    hour: integer().notNull(),
    addresses: text().notNull(),
    ownerid: integer().references(() => users.userid, { onDelete: 'set null' }),
    scopes: text(),
    nextrun: text().notNull(),
    lastrun: text(),
    lastoutcome: text(),
    isactive: flag(1),
    ...stamps(),
    titlesortkey: sortKey(),
  },
  (t) => [
    index('reportschedules_title').on(t.title, t.reportscheduleid),
    index('reportschedules_due').on(t.isactive, t.nextrun),
    index('reportschedules_owner').on(t.ownerid),
    index('reportschedules_titlesort').on(t.titlesortkey, t.reportscheduleid),
  ],
);

export type Schedule = typeof reportschedules.$inferSelect;
