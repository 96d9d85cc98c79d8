import {
  flag,
  index,
  integer,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  uniqueIndex,
  uniqueName,
} from '../../kit/data/columns.ts';
import { users } from '../identity/tables.ts';

export const savedviews = sqliteTable(
  'savedviews',
  {
    savedviewid: serial(),
    userid: integer().references(() => users.userid, { onDelete: 'set null' }),
    viewname: uniqueName().notNull(),
    page: text().notNull(),
    query: text(),
    columns: text(),
    isshared: flag(),
    ...stamps(),
    viewnamesortkey: sortKey(),
  },
  (t) => [
    uniqueIndex('savedviews_name').on(t.userid, t.page, t.viewname),
    index('savedviews_shared').on(t.isshared, t.page),
    index('savedviews_viewnamesort').on(t.viewnamesortkey, t.savedviewid),
  ],
);
