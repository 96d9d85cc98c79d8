import { assets, vendors } from '../../src/features/catalog/tables.ts';
import {
  flag,
  folded,
  index,
  integer,
  parent,
  real,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  unique,
} from '../../src/kit/data/columns.ts';

export const warranties = sqliteTable(
  'warranties',
  {
    warrantyid: serial(),
    warrantyname: folded().notNull(),
    vendorid: integer().references(() => vendors.vendorid),
    servicelevel: text(),
    contractnumber: folded(),
    startdate: text(),
    enddate: text(),
    cost: real(),
    notes: text(),
    isactive: flag(1),
    ...stamps(),
    warrantynamesortkey: sortKey(),
    contractnumbersortkey: sortKey(),
  },
  (t) => [
    index('warranties_name').on(t.warrantyname, t.warrantyid),
    index('warranties_vendor').on(t.vendorid, t.enddate, t.warrantyid),
    index('warranties_contract').on(t.contractnumber, t.warrantyid),
    index('warranties_start').on(t.startdate, t.warrantyid),
    index('warranties_end').on(t.enddate, t.warrantyid),
    index('warranties_cost').on(t.cost, t.warrantyid),
    index('warranties_created').on(t.createddate, t.warrantyid),
    index('warranties_modified').on(t.modifieddate, t.warrantyid),
    index('warranties_namesort').on(t.warrantynamesortkey, t.warrantyid),
    index('warranties_contractsort').on(t.contractnumbersortkey, t.warrantyid),
  ],
);

export const warrantyassets = sqliteTable(
  'warrantyassets',
  {
    warrantyassetid: serial(),
    warrantyid: integer()
      .notNull()
      .references(() => warranties.warrantyid, { onDelete: 'cascade' }),
    assetid: integer()
      .notNull()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
  },
  (t) => [unique().on(t.warrantyid, t.assetid), index('warrantyassets_asset').on(t.assetid, t.warrantyid)],
);

export const warrantyproofs = sqliteTable(
  'warrantyproofs',
  {
    warrantyproofid: serial(),
    warrantyid: parent(() => warranties.warrantyid),
    filename: text().notNull(),
    originalname: text().notNull(),
    mediatype: text().notNull(),
    size: integer().notNull(),
    ...stamps(),
  },
  (t) => [
    index('warrantyproofs_warranty').on(t.warrantyid, t.createddate, t.warrantyproofid),
    index('warrantyproofs_name').on(t.warrantyid, t.originalname, t.warrantyproofid),
    index('warrantyproofs_modified').on(t.warrantyid, t.modifieddate, t.warrantyproofid),
  ],
);
