import { supportteams } from '../../src/features/catalog/tables.ts';
import {
  flag,
  folded,
  index,
  integer,
  parent,
  primaryKey,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  uniqueIndex,
  uniqueName,
} from '../../src/kit/data/columns.ts';
import type { StockEvent } from './stock-events.ts';

export const items = sqliteTable(
  'printedpartitems',
  {
    itemid: serial(),
    itemcode: uniqueName().notNull().unique(),
    gagelabtag: uniqueName(),
    name: folded(),
    description: text(),
    quantityonhand: integer().notNull().default(0),
    lowstockthreshold: integer(),
    supportteamid: integer().references(() => supportteams.supportteamid),
    imagefilename: text(),
    isactive: flag(1),
    ...stamps(),
    itemcodesortkey: sortKey(),
    namesortkey: sortKey(),
    gagelabtagsortkey: sortKey(),
  },
  (t) => [
    index('printedpartitems_code').on(t.itemcodesortkey, t.itemid),
    index('printedpartitems_tag').on(t.gagelabtag, t.itemid),
    index('printedpartitems_name').on(t.name, t.itemid),
    index('printedpartitems_onhand').on(t.quantityonhand, t.itemid),
    index('printedpartitems_team').on(t.supportteamid, t.itemcodesortkey, t.itemid),
    index('printedpartitems_created').on(t.createddate, t.itemid),
    index('printedpartitems_modified').on(t.modifieddate, t.itemid),
    index('printedpartitems_tagsort').on(t.gagelabtagsortkey, t.itemid),
    index('printedpartitems_namesort').on(t.namesortkey, t.itemid),
  ],
);
export type PrintedItem = typeof items.$inferSelect;

/**
 * The digits of the codes of an item, as typed on a number pad. The invariant `itemDigitsInvariant` maintains
 * them.
 */
export const keys = sqliteTable(
  'printedpartkeys',
  {
    digits: text().notNull(),
    itemid: integer()
      .notNull()
      .references(() => items.itemid, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.digits, t.itemid] }), index('printedpartkeys_item').on(t.itemid)],
);

export const ledger = sqliteTable(
  'printedpartledger',
  {
    ledgerid: serial(),
    itemid: parent(() => items.itemid),
    event: text().notNull().$type<StockEvent>(),
    eventdate: text().notNull(),
    delta: integer().notNull(),
    quantityafter: integer().notNull(),
    sso: text(),
    personname: text(),
    revision: integer(),
    note: text(),
    recordedby: text().notNull(),
    scanid: text(),
    ...stamps(),
  },
  (t) => [
    index('printedpartledger_item').on(t.itemid, t.eventdate, t.ledgerid),
    index('printedpartledger_created').on(t.itemid, t.createddate, t.ledgerid),
    index('printedpartledger_modified').on(t.itemid, t.modifieddate, t.ledgerid),
    index('printedpartledger_sum').on(t.itemid, t.delta),
    index('printedpartledger_event').on(t.event, t.eventdate, t.itemid, t.delta, t.sso),
    uniqueIndex('printedpartledger_scan').on(t.scanid),
  ],
);

export const printfiles = sqliteTable(
  'printedpartfiles',
  {
    fileid: serial(),
    itemid: parent(() => items.itemid),
    revision: integer().notNull(),
    filename: text().notNull().unique(),
    originalname: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    note: text(),
    uploadedby: text().notNull(),
    ...stamps(),
  },
  (t) => [uniqueIndex('printedpartfiles_revision').on(t.itemid, t.revision)],
);
