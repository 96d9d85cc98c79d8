import { applications } from '../../src/features/catalog/tables.ts';
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
} from '../../src/kit/data/columns.ts';

export const articles = sqliteTable(
  'articles',
  {
    articleid: serial(),
    title: folded().notNull(),
    summary: text(),
    body: text(),
    linkurl: text(),
    keywords: text(),
    appid: integer().references(() => applications.appid),
    clicks: integer().notNull().default(0),
    isactive: flag(1),
    ...stamps(),
    titlesortkey: sortKey(),
  },
  (t) => [
    index('articles_title').on(t.title, t.articleid),
    index('articles_clicks').on(t.clicks, t.articleid),
    index('articles_app').on(t.appid, t.articleid),
    index('articles_created').on(t.createddate, t.articleid),
    index('articles_modified').on(t.modifieddate, t.articleid),
    index('articles_titlesort').on(t.titlesortkey, t.articleid),
  ],
);
