import {
  flag,
  index,
  integer,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  unique,
  uniqueName,
} from '../../kit/data/columns.ts';
import { assets, assettypes } from '../catalog/tables.ts';
import type { FieldType } from './field-types.ts';

export const customfields = sqliteTable(
  'customfields',
  {
    customfieldid: serial(),
    fieldname: uniqueName().notNull(),
    label: text().notNull(),
    assettypeid: integer().references(() => assettypes.assettypeid),
    fieldtype: text().$type<FieldType>().notNull().default('text'),
    options: text(),
    isrequired: flag(),
    issearchable: flag(),
    sortorder: integer().notNull().default(0),
    groupname: text(),
    ...stamps(),
    labelsortkey: sortKey(),
  },
  (t) => [
    index('customfields_type').on(t.assettypeid),
    index('customfields_labelsort').on(t.labelsortkey, t.customfieldid),
  ],
);

export const customvalues = sqliteTable(
  'customvalues',
  {
    customvalueid: serial(),
    customfieldid: integer()
      .notNull()
      .references(() => customfields.customfieldid),
    assetid: integer()
      .notNull()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    value: text().notNull(),
    ...stamps(),
    valuesortkey: sortKey(),
  },
  (t) => [
    unique().on(t.assetid, t.customfieldid),
    index('customvalues_field').on(t.customfieldid, t.value, t.assetid),
    index('customvalues_sort').on(t.customfieldid, t.valuesortkey, t.assetid),
  ],
);
