import { and, asc, count, desc, eq, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import { assets, assetstatuses, assettypes, locations } from '../../src/features/catalog/tables.ts';
import { build, isSet, type Params, query, renamed } from '../../src/kit/data/query.ts';
import { isWithinPlace, type PlaceFilter } from '../../src/kit/resource/place-filter.ts';
import { assetverifications, stocktakeitems as items, stocktakes } from './tables.ts';

/** Counts the active assets of locations and, if set, of asset types. Both are JSON lists of IDs. */
export const activeWithin = query((params: Params<{ locationids: string; assettypeids: string | null }>) =>
  build
    .select({ n: count().as('n') })
    .from(assets)
    .where(isExpected(params)),
);

/**
 * SQL condition for the assets that a stocktake expects: the active ones of its locations and, if set, of its
 * asset types. Both are JSON lists of IDs.
 */
export const isExpected = (params: Params<{ locationids: string; assettypeids: string | null }>) =>
  and(
    isSet(assets.isactive),
    sql`${assets.locationid} in (select value from json_each(${params.locationids}))`,
    sql`(${params.assettypeids} is null or ${assets.assettypeid} in (select value from json_each(${params.assettypeids})))`,
  );

/** The number of items of a stocktake by state and result. */
export const tallyOf = query((params: Params<{ stocktakeid: number }>) =>
  build
    .select({ seen: items.seen, settled: items.settled, n: count().as('n') })
    .from(items)
    .where(eq(items.stocktakeid, params.stocktakeid))
    .groupBy(items.seen, items.settled),
);

/** The items that the end of a stocktake processes, each with the current location of its asset. */
export const itemsToFinish = query((params: Params<{ stocktakeid: number }>) =>
  build
    .select({
      stocktakeitemid: items.stocktakeitemid,
      assetid: sql<number>`${items.assetid}`.as('assetid'),
      seen: items.seen,
      seenat: items.seenat,
      seenby: items.seenby,
      statusid: items.statusid,
      locationid: assets.locationid,
      isactive: assets.isactive,
    })
    .from(items)
    .innerJoin(assets, eq(assets.assetid, items.assetid))
    .where(eq(items.stocktakeid, params.stocktakeid))
    .orderBy(asc(items.stocktakeitemid)),
);

/** The last verification of an asset. */
export const verificationOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({
      assetverificationid: assetverifications.assetverificationid,
      verifiedat: assetverifications.verifiedat,
    })
    .from(assetverifications)
    .where(eq(assetverifications.assetid, params.assetid)),
);

/** The last verification of each asset in a JSON list. */
export const verifiedAmong = query((params: Params<{ ids: string }>) =>
  build
    .select({
      assetid: assetverifications.assetid,
      verifiedat: assetverifications.verifiedat,
      verifiedby: assetverifications.verifiedby,
      stocktakeid: assetverifications.stocktakeid,
    })
    .from(assetverifications)
    .where(sql`${assetverifications.assetid} in (select value from json_each(${params.ids}))`),
);

/** Counts the open stocktakes. */
export const openStocktakes = query(() =>
  build
    .select({ n: count().as('n') })
    .from(stocktakes)
    .where(eq(stocktakes.state, 'open')),
);

/** Counts the open stocktakes that started before an instant. */
export const openSince = query((params: Params<{ before: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(stocktakes)
    .where(and(eq(stocktakes.state, 'open'), lt(stocktakes.createddate, params.before))),
);

const wasSeenSince = (since: Params<{ since: string }>['since']) =>
  build
    .select({ one: sql`1`.as('one') })
    .from(assetverifications)
    .where(
      and(eq(assetverifications.assetid, assets.assetid), sql`${assetverifications.verifiedat} >= ${since}`),
    );

/** Counts the active assets that were not seen since a date. */
export const unseenCount = query((params: Params<{ since: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(assets)
    .where(and(isSet(assets.isactive), notExists(wasSeenSince(params.since)))),
);

/** Active assets that were not seen since a date. Assets that were never seen come first. */
export const unseenSince = query((params: Params<{ since: string } & PlaceFilter>) =>
  build
    .select({
      assetid: assets.assetid,
      assetnumber: assets.assetnumber,
      name: assets.name,
      assettype: assettypes.assettype,
      location: locations.location,
      verifiedat: assetverifications.verifiedat,
      verifiedby: assetverifications.verifiedby,
    })
    .from(assets)
    .innerJoin(assettypes, eq(assettypes.assettypeid, assets.assettypeid))
    .leftJoin(locations, eq(locations.locationid, assets.locationid))
    .leftJoin(assetverifications, eq(assetverifications.assetid, assets.assetid))
    .where(
      and(
        isSet(assets.isactive),
        or(isNull(assetverifications.verifiedat), lt(assetverifications.verifiedat, params.since)),
        isWithinPlace(assets, params),
      ),
    )
    .orderBy(asc(assetverifications.verifiedat), asc(assets.assetnumbersortkey)),
);

/** Items of a stocktake with their results, in one place or in all. Assets that were not seen come first. */
export const stocktakeReportOf = query((params: Params<{ stocktakeid: number } & PlaceFilter>) => {
  const rank = sql`case ${items.seen} when 'expected' then 0 when 'unexpected' then 1 when 'unknown' then 2 else 3 end`;
  return build
    .select({
      seen: items.seen,
      settled: items.settled,
      assetid: items.assetid,
      assetnumber: assets.assetnumber,
      name: assets.name,
      assettype: assettypes.assettype,
      code: items.code,
      location: items.location,
      standsat: renamed(locations.location, 'standsat'),
      status: assetstatuses.status,
      seenat: items.seenat,
      seenby: items.seenby,
      note: items.note,
    })
    .from(items)
    .leftJoin(assets, eq(assets.assetid, items.assetid))
    .leftJoin(assettypes, eq(assettypes.assettypeid, assets.assettypeid))
    .leftJoin(locations, eq(locations.locationid, assets.locationid))
    .leftJoin(assetstatuses, eq(assetstatuses.statusid, assets.statusid))
    .where(and(eq(items.stocktakeid, params.stocktakeid), isWithinPlace(assets, params)))
    .orderBy(rank, asc(items.location), asc(assets.assetnumbersortkey), asc(items.stocktakeitemid));
});

export const stocktakeById = query((params: Params<{ stocktakeid: number }>) =>
  build
    .select({
      stocktakeid: stocktakes.stocktakeid,
      locationid: stocktakes.locationid,
      state: stocktakes.state,
    })
    .from(stocktakes)
    .where(eq(stocktakes.stocktakeid, params.stocktakeid)),
);

/** The newest 100 stocktakes of an asset, newest first, without canceled ones. */
export const stocktakesOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({
      stocktakeid: stocktakes.stocktakeid,
      title: stocktakes.title,
      seen: items.seen,
      settled: items.settled,
      seenat: items.seenat,
      seenby: items.seenby,
      note: items.note,
    })
    .from(items)
    .innerJoin(stocktakes, eq(stocktakes.stocktakeid, items.stocktakeid))
    .where(and(eq(items.assetid, params.assetid), ne(stocktakes.state, 'cancelled')))
    .orderBy(desc(stocktakes.stocktakeid))
    .limit(100),
);

/** Results of the assets in a JSON list in every finished stocktake, the earliest first. */
export const missingAmong = query((params: Params<{ ids: string }>) =>
  build
    .select({
      assetid: sql<number>`${items.assetid}`.as('assetid'),
      settled: items.settled,
      title: stocktakes.title,
    })
    .from(items)
    .innerJoin(stocktakes, eq(stocktakes.stocktakeid, items.stocktakeid))
    .where(
      and(
        sql`${items.assetid} in (select value from json_each(${params.ids}))`,
        eq(stocktakes.state, 'done'),
      ),
    )
    .orderBy(asc(stocktakes.finisheddate), asc(stocktakes.stocktakeid)),
);

export const stocktakeTitleOf = query((params: Params<{ stocktakeid: number }>) =>
  build
    .select({ title: stocktakes.title })
    .from(stocktakes)
    .where(eq(stocktakes.stocktakeid, params.stocktakeid)),
);
