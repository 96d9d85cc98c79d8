import { assets, assetstatuses, locations } from '../../src/features/catalog/tables.ts';
import {
  created,
  extending,
  flag,
  folded,
  index,
  integer,
  parent,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  unique,
} from '../../src/kit/data/columns.ts';
import type { FinishResult, ScanOutcome, SeenState, StocktakeState } from './labels.ts';

export const stocktakes = sqliteTable(
  'stocktakes',
  {
    stocktakeid: serial(),
    title: folded().notNull(),
    locationid: parent(() => locations.locationid),
    assettypeids: text(),
    note: text(),
    state: text().notNull().default('open').$type<StocktakeState>(),
    startedby: text().notNull(),
    finisheddate: text(),
    finishedby: text(),
    moved: flag(),
    missingstatusid: integer().references(() => assetstatuses.statusid),
    ...stamps(),
    titlesortkey: sortKey(),
  },
  (t) => [
    index('stocktakes_title').on(t.title, t.stocktakeid),
    index('stocktakes_location').on(t.locationid, t.createddate, t.stocktakeid),
    index('stocktakes_state').on(t.state, t.createddate, t.stocktakeid),
    index('stocktakes_status').on(t.missingstatusid),
    index('stocktakes_finished').on(t.finisheddate, t.stocktakeid),
    index('stocktakes_created').on(t.createddate, t.stocktakeid),
    index('stocktakes_modified').on(t.modifieddate, t.stocktakeid),
    index('stocktakes_titlesort').on(t.titlesortkey, t.stocktakeid),
  ],
);

export const stocktakeitems = sqliteTable(
  'stocktakeitems',
  {
    stocktakeitemid: serial(),
    stocktakeid: parent(() => stocktakes.stocktakeid),
    assetid: integer().references(() => assets.assetid),
    code: folded(),
    location: folded(),
    seen: text().notNull().$type<SeenState>(),
    settled: text().$type<FinishResult>(),
    seenat: text(),
    seenby: text(),
    statusid: integer().references(() => assetstatuses.statusid),
    note: text(),
    ...stamps(),
  },
  (t) => [
    index('stocktakeitems_seen').on(t.stocktakeid, t.seen, t.settled, t.stocktakeitemid),
    index('stocktakeitems_seenat').on(t.stocktakeid, t.seenat, t.stocktakeitemid),
    index('stocktakeitems_created').on(t.stocktakeid, t.createddate, t.stocktakeitemid),
    index('stocktakeitems_modified').on(t.stocktakeid, t.modifieddate, t.stocktakeitemid),
    index('stocktakeitems_asset').on(t.assetid),
    index('stocktakeitems_location').on(t.stocktakeid, t.location, t.stocktakeitemid),
    index('stocktakeitems_status').on(t.statusid),
  ],
);

export const stocktakescans = sqliteTable(
  'stocktakescans',
  {
    stocktakescanid: serial(),
    stocktakeid: parent(() => stocktakes.stocktakeid),
    clientid: text().notNull(),
    code: folded().notNull(),
    assetid: integer().references(() => assets.assetid),
    outcome: text().notNull().$type<ScanOutcome>(),
    statusid: integer().references(() => assetstatuses.statusid),
    note: text(),
    scannedat: text().notNull(),
    scannedby: text().notNull(),
    ...created(),
  },
  (t) => [
    unique().on(t.stocktakeid, t.clientid),
    index('stocktakescans_asset').on(t.stocktakeid, t.assetid, t.scannedat),
    index('stocktakescans_code').on(t.stocktakeid, t.code, t.scannedat),
    index('stocktakescans_ofasset').on(t.assetid),
    index('stocktakescans_status').on(t.statusid),
  ],
);

export const assetverifications = sqliteTable(
  'assetverifications',
  {
    assetverificationid: serial(),
    assetid: extending(() => assets.assetid),
    verifiedat: text().notNull(),
    verifiedby: text().notNull(),
    stocktakeid: parent(() => stocktakes.stocktakeid),
    ...stamps(),
  },
  (t) => [
    index('assetverifications_at').on(t.verifiedat, t.assetid),
    index('assetverifications_stocktake').on(t.stocktakeid),
  ],
);
