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
 * Stores the list of expected assets: those that match `isExpected` now. This is one statement for any
 * number.
 */
export const freezeExpected = command(
  (params: Params<{ stocktakeid: number; locationids: string; assettypeids: string | null; at: string }>) =>
    build.insert(items).select(
      build
        .select({
          stocktakeitemid: sql<number>`null`.as('stocktakeitemid'),
          stocktakeid: sql<number>`${params.stocktakeid}`.as('stocktakeid'),
          assetid: assets.assetid,
          code: sql<string>`null`.as('code'),
          location: locations.location,
          seen: sql<'expected'>`'expected'`.as('seen'),
          settled: sql<null>`null`.as('settled'),
          seenat: sql<null>`null`.as('seenat'),
          seenby: sql<null>`null`.as('seenby'),
          statusid: sql<null>`null`.as('statusid'),
          note: sql<null>`null`.as('note'),
          createddate: sql<string>`${params.at}`.as('createddate'),
          modifieddate: sql<string>`${params.at}`.as('modifieddate'),
        })
        .from(assets)
        .innerJoin(locations, eq(locations.locationid, assets.locationid))
        .where(isExpected(params))
        .orderBy(asc(locations.locationsortkey), asc(assets.assetnumbersortkey)),
    ),
);

/** The scan with this ID of the client. */
export const scanOf = query((params: Params<{ stocktakeid: number; clientid: string }>) =>
  build
    .select({
      stocktakescanid: scans.stocktakescanid,
      code: scans.code,
      assetid: scans.assetid,
      outcome: scans.outcome,
    })
    .from(scans)
    .where(and(eq(scans.stocktakeid, params.stocktakeid), eq(scans.clientid, params.clientid))),
);

type Scan = typeof scans.$inferSelect;
export const insertScan = command((params: Params<Omit<Scan, 'stocktakescanid'>>) =>
  build.insert(scans).values({
    stocktakeid: params.stocktakeid,
    clientid: params.clientid,
    code: params.code,
    assetid: params.assetid,
    outcome: params.outcome,
    statusid: params.statusid,
    note: params.note,
    scannedat: params.scannedat,
    scannedby: params.scannedby,
    createddate: params.createddate,
  }),
);

export const deleteScan = command((params: Params<{ stocktakescanid: number }>) =>
  build.delete(scans).where(eq(scans.stocktakescanid, params.stocktakescanid)),
);

const earliest = { scannedat: scans.scannedat, scannedby: scans.scannedby };

/** The earliest scan of an asset. Scans that were undone are deleted, so they do not count. */
export const firstOfAsset = query((params: Params<{ stocktakeid: number; assetid: number }>) =>
  build
    .select(earliest)
    .from(scans)
    .where(and(eq(scans.stocktakeid, params.stocktakeid), eq(scans.assetid, params.assetid)))
    .orderBy(asc(scans.scannedat), asc(scans.stocktakescanid))
    .limit(1),
);

/** The status and note of each scan of an asset, in the order of scanning. The latest value applies. */
export const scanDetailsOfAsset = query((params: Params<{ stocktakeid: number; assetid: number }>) =>
  build
    .select({ statusid: scans.statusid, note: scans.note })
    .from(scans)
    .where(and(eq(scans.stocktakeid, params.stocktakeid), eq(scans.assetid, params.assetid)))
    .orderBy(asc(scans.scannedat), asc(scans.stocktakescanid)),
);

/** The earliest scan of a code that matches no single asset. */
export const firstOfCode = query((params: Params<{ stocktakeid: number; code: string }>) =>
  build
    .select({ ...earliest, note: scans.note })
    .from(scans)
    .where(
      and(
        eq(scans.stocktakeid, params.stocktakeid),
        eq(scans.code, params.code),
        sql`${scans.assetid} is null`,
      ),
    )
    .orderBy(asc(scans.scannedat), asc(scans.stocktakescanid))
    .limit(1),
);

export const itemOfAsset = query((params: Params<{ stocktakeid: number; assetid: number }>) =>
  build
    .select({
      stocktakeitemid: items.stocktakeitemid,
      seen: items.seen,
      seenby: items.seenby,
      seenat: items.seenat,
    })
    .from(items)
    .where(and(eq(items.stocktakeid, params.stocktakeid), eq(items.assetid, params.assetid))),
);

/** The item of a code that matches no single asset. */
export const itemOfCode = query((params: Params<{ stocktakeid: number; code: string }>) =>
  build
    .select({ stocktakeitemid: items.stocktakeitemid })
    .from(items)
    .where(
      and(
        eq(items.stocktakeid, params.stocktakeid),
        eq(items.code, params.code),
        sql`${items.assetid} is null`,
      ),
    ),
);

type Item = typeof items.$inferSelect;
export const addItem = command(
  (params: Params<Pick<Item, 'stocktakeid' | 'assetid' | 'code' | 'location' | 'seen'> & { at: string }>) =>
    build.insert(items).values({
      stocktakeid: params.stocktakeid,
      assetid: params.assetid,
      code: params.code,
      location: params.location,
      seen: params.seen,
      settled: sql`null`,
      seenat: sql`null`,
      seenby: sql`null`,
      statusid: sql`null`,
      note: sql`null`,
      createddate: params.at,
      modifieddate: params.at,
    }),
);

export const updateItemRow = command(
  (
    params: Params<
      Pick<Item, 'stocktakeitemid' | 'seen' | 'seenat' | 'seenby' | 'statusid' | 'note'> & { at: string }
    >,
  ) =>
    build
      .update(items)
      .set({
        seen: params.seen,
        seenat: params.seenat,
        seenby: params.seenby,
        statusid: params.statusid,
        note: params.note,
        modifieddate: params.at,
      })
      .where(eq(items.stocktakeitemid, params.stocktakeitemid)),
);

export const deleteItem = command((params: Params<{ stocktakeitemid: number }>) =>
  build.delete(items).where(eq(items.stocktakeitemid, params.stocktakeitemid)),
);

/** The fields of an asset in the response to a scan. */
export const scannedAssetById = query((params: Params<{ assetid: number }>) =>
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
    .where(eq(assets.assetid, params.assetid)),
);

/** The status with this ID, if it is active. */
export const activeStatus = query((params: Params<{ statusid: number }>) =>
  build
    .select({ statusid: assetstatuses.statusid })
    .from(assetstatuses)
    .where(and(eq(assetstatuses.statusid, params.statusid), sql`${assetstatuses.isactive} = 1`)),
);

/** The assets that the global search finds by exactly this key, at most 20. */
export const assetsByKey = query((params: Params<{ key: string; kind: number }>) =>
  build
    .select({
      assetid: sql<number>`${sql.raw(entityExpressionOf('docid'))}`.as('assetid'),
      isactive: sql<0 | 1>`${sql.raw(activityExpressionOf('docid'))}`.as('isactive'),
    })
    .from(searchkeys)
    .where(and(eq(searchkeys.key, params.key), sql`${sql.raw(kindExpressionOf('docid'))} = ${params.kind}`))
    .limit(20),
);
