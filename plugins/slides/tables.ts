import {
  folded,
  index,
  integer,
  serial,
  sqliteTable,
  stamps,
  text,
  unique,
} from '../../src/kit/data/columns.ts';
import type { Surface } from './surfaces.ts';

export const slides = sqliteTable(
  'slides',
  {
    slideid: serial(),
    surface: text().$type<Surface>().notNull(),
    filename: folded().notNull(),
    storedname: text().notNull().unique(),
    sortorder: integer().notNull(),
    seconds: integer().notNull().default(0),
    ...stamps(),
  },
  (t) => [unique().on(t.surface, t.filename), index('slides_order').on(t.surface, t.sortorder, t.slideid)],
);
