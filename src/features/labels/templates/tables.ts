import {
  flag,
  index,
  integer,
  real,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  uniqueName,
} from '../../../kit/data/columns.ts';
import { assettypes } from '../../catalog/tables.ts';
import type { Format } from '../layout/code-format.ts';
import type { PaperName } from '../layout/paper.ts';

const length = (initially = 0) => real().notNull().default(initially);

export const labeltemplates = sqliteTable(
  'labeltemplates',
  {
    labeltemplateid: serial(),
    templatename: uniqueName().notNull().unique(),
    assettypeid: integer().references(() => assettypes.assettypeid),
    isdefault: flag(),
    style: text().notNull().default('card').$type<'card' | 'plain'>(),
    format: text().notNull().default('qr').$type<Format>(),
    medium: text().notNull().default('roll').$type<'roll' | 'sheet'>(),
    width: length(62),
    height: length(29),
    paper: text().notNull().default('A4').$type<PaperName>(),
    columncount: integer().notNull().default(1),
    rowcount: integer().notNull().default(1),
    marginleft: length(),
    margintop: length(),
    columngap: length(),
    rowgap: length(),
    ...stamps(),
    templatenamesortkey: sortKey(),
  },
  (t) => [
    index('labeltemplates_templatenamesort').on(t.templatenamesortkey, t.labeltemplateid),
    index('labeltemplates_type').on(t.assettypeid, t.isdefault),
  ],
);
