import { and, asc, eq, sql } from 'drizzle-orm';
import { assets, assetstatuses, locations } from '../../src/features/catalog/tables.ts';
import { build, command, type Params, query } from '../../src/kit/data/query.ts';
import {
  activityExpressionOf,
  entityExpressionOf,
  kindExpressionOf,
} from '../../src/kit/search/document-id.ts';
import { searchkeys } from '../../src/kit/tables.ts';
import { isExpected } from './queries.ts';
import { stocktakeitems as items, stocktakescans as scans } from './tables.ts';

/**
 * Stores the list of expected assets: those that are active in these locations now. This is one statement for
 * any number.
 */
export const freezeExpected = command(
  (given: Params<{ stocktakeid: number; locationids: string; assettypeids: string | null; at: string }>) =>
    build.insert(items).select(
      build
        .select({
          stocktakeitemid: sql<number>`null`.as('stocktakeitemid'),
          stocktakeid: sql<number>`${given.stocktakeid}`.as('stocktakeid'),
          assetid: assets.assetid,
          code: sql<string>`null`.as('code'),
          location: locations.location,
          seen: sql<'expected'>`'expected'`.as('seen'),
          settled: sql<null>`null`.as('settled'),
          seenat: sql<null>`null`.as('seenat'),
          seenby: sql<null>`null`.as('seenby'),
          statusid: sql<null>`null`.as('statusid'),
          note: sql<null>`null`.as('note'),
          createddate: sql<string>`${given.at}`.as('createddate'),
          modifieddate: sql<string>`${given.at}`.as('modifieddate'),
        })
        .from(assets)
        .innerJoin(locations, eq(locations.locationid, assets.locationid))
        .where(isExpected(given))
        .orderBy(asc(locations.location), asc(assets.assetnumber)),
    ),
);

export const scanOf = query((given: Params<{ stocktakeid: number; clientid: string }>) =>
  build
    .select({
      stocktakescanid: scans.stocktakescanid,
      code: scans.code,
      assetid: scans.assetid,
      outcome: scans.outcome,
    })
    .from(scans)
    .where(and(eq(scans.stocktakeid, given.stocktakeid), eq(scans.clientid, given.clientid))),
);

type Scan = typeof scans.$inferSelect;
export const insertScan = command((given: Params<Omit<Scan, 'stocktakescanid'>>) =>
  build.insert(scans).values({
    stocktakeid: given.stocktakeid,
    clientid: given.clientid,
    code: given.code,
    assetid: given.assetid,
    outcome: given.outcome,
    statusid: given.statusid,
    note: given.note,
    scannedat: given.scannedat,
    scannedby: given.scannedby,
    createddate: given.createddate,
  }),
);

export const deleteScan = command((given: Params<{ stocktakescanid: number }>) =>
  build.delete(scans).where(eq(scans.stocktakescanid, given.stocktakescanid)),
);

const earliest = { scannedat: scans.scannedat, scannedby: scans.scannedby };

/** The earliest remaining scan of an asset. */
export const firstOfAsset = query((given: Params<{ stocktakeid: number; assetid: number }>) =>
  build
    .select(earliest)
    .from(scans)
    .where(and(eq(scans.stocktakeid, given.stocktakeid), eq(scans.assetid, given.assetid)))
    .orderBy(asc(scans.scannedat), asc(scans.stocktakescanid))
    .limit(1),
);

/** The status and note of each scan of an asset, in the order of scanning. The latest value applies. */
export const scanDetailsOfAsset = query((given: Params<{ stocktakeid: number; assetid: number }>) =>
  build
    .select({ statusid: scans.statusid, note: scans.note })
    .from(scans)
    .where(and(eq(scans.stocktakeid, given.stocktakeid), eq(scans.assetid, given.assetid)))
    .orderBy(asc(scans.scannedat), asc(scans.stocktakescanid)),
);

/** The earliest scan of a code that matches no single asset. */
export const firstOfCode = query((given: Params<{ stocktakeid: number; code: string }>) =>
  build
    .select({ ...earliest, note: scans.note })
    .from(scans)
    .where(
      and(
        eq(scans.stocktakeid, given.stocktakeid),
        eq(scans.code, given.code),
        sql`${scans.assetid} is null`,
      ),
    )
    .orderBy(asc(scans.scannedat), asc(scans.stocktakescanid))
    .limit(1),
);

export const itemOfAsset = query((given: Params<{ stocktakeid: number; assetid: number }>) =>
  build
    .select({
      stocktakeitemid: items.stocktakeitemid,
      seen: items.seen,
      seenby: items.seenby,
      seenat: items.seenat,
    })
    .from(items)
    .where(and(eq(items.stocktakeid, given.stocktakeid), eq(items.assetid, given.assetid))),
);

export const itemOfCode = query((given: Params<{ stocktakeid: number; code: string }>) =>
  build
    .select({ stocktakeitemid: items.stocktakeitemid })
    .from(items)
    .where(
      and(
        eq(items.stocktakeid, given.stocktakeid),
        eq(items.code, given.code),
        sql`${items.assetid} is null`,
      ),
    ),
);

type Item = typeof items.$inferSelect;
export const addItem = command(
  (given: Params<Pick<Item, 'stocktakeid' | 'assetid' | 'code' | 'location' | 'seen'> & { at: string }>) =>
    build.insert(items).values({
      stocktakeid: given.stocktakeid,
      assetid: given.assetid,
      code: given.code,
      location: given.location,
      seen: given.seen,
      settled: sql`null`,
      seenat: sql`null`,
      seenby: sql`null`,
      statusid: sql`null`,
      note: sql`null`,
      createddate: given.at,
      modifieddate: given.at,
    }),
);

export const updateItemRow = command(
  (
    given: Params<
      Pick<Item, 'stocktakeitemid' | 'seen' | 'seenat' | 'seenby' | 'statusid' | 'note'> & { at: string }
    >,
  ) =>
    build
      .update(items)
      .set({
        seen: given.seen,
        seenat: given.seenat,
        seenby: given.seenby,
        statusid: given.statusid,
        note: given.note,
        modifieddate: given.at,
      })
      .where(eq(items.stocktakeitemid, given.stocktakeitemid)),
);

export const deleteItem = command((given: Params<{ stocktakeitemid: number }>) =>
  build.delete(items).where(eq(items.stocktakeitemid, given.stocktakeitemid)),
);

/** The fields of an asset in the response to a scan. */
export const scannedAssetById = query((given: Params<{ assetid: number }>) =>
  build
    .select({
      assetid: assets.assetid,
      assetnumber: assets.assetnumber,
      name: assets.name,
      locationid: assets.locationid,
      location: locations.location,
      isactive: assets.isactive,
    })
    .from(assets)
    .leftJoin(locations, eq(locations.locationid, assets.locationid))
    .where(eq(assets.assetid, given.assetid)),
);

export const activeStatus = query((given: Params<{ statusid: number }>) =>
  build
    .select({ statusid: assetstatuses.statusid })
    .from(assetstatuses)
    .where(and(eq(assetstatuses.statusid, given.statusid), sql`${assetstatuses.isactive} = 1`)),
);

/** The assets that the global search finds by exactly this key. */
export const assetsByKey = query((given: Params<{ key: string; kind: number }>) =>
  build
    .select({
      assetid: sql<number>`${sql.raw(entityExpressionOf('docid'))}`.as('assetid'),
      isactive: sql<0 | 1>`${sql.raw(activityExpressionOf('docid'))}`.as('isactive'),
    })
    .from(searchkeys)
    .where(and(eq(searchkeys.key, given.key), sql`${sql.raw(kindExpressionOf('docid'))} = ${given.kind}`))
    .limit(20),
);
