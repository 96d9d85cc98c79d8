import { and, asc, count, desc, eq, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import { assets, assetstatuses, assettypes, locations } from '../../src/features/catalog/tables.ts';
import { build, isSet, type Params, query, renamed } from '../../src/kit/data/query.ts';
import { isWithinPlace, type PlaceFilter } from '../../src/kit/resource/place-filter.ts';
import { assetverifications, stocktakeitems as items, stocktakes } from './tables.ts';

/** Counts the active assets of locations and, if set, of asset types. Both are JSON lists of IDs. */
export const activeWithin = query((given: Params<{ locationids: string; assettypeids: string | null }>) =>
  build
    .select({ n: count().as('n') })
    .from(assets)
    .where(isExpected(given)),
);

export const isExpected = (given: Params<{ locationids: string; assettypeids: string | null }>) =>
  and(
    isSet(assets.isactive),
    sql`${assets.locationid} in (select value from json_each(${given.locationids}))`,
    sql`(${given.assettypeids} is null or ${assets.assettypeid} in (select value from json_each(${given.assettypeids})))`,
  );

/** The number of items of a stocktake by state. */
export const tallyOf = query((given: Params<{ stocktakeid: number }>) =>
  build
    .select({ seen: items.seen, settled: items.settled, n: count().as('n') })
    .from(items)
    .where(eq(items.stocktakeid, given.stocktakeid))
    .groupBy(items.seen, items.settled),
);

/** The items that the end of a stocktake processes, each with the current location of its asset. */
export const itemsToFinish = query((given: Params<{ stocktakeid: number }>) =>
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
    .where(eq(items.stocktakeid, given.stocktakeid))
    .orderBy(asc(items.stocktakeitemid)),
);

export const verificationOf = query((given: Params<{ assetid: number }>) =>
  build
    .select({
      assetverificationid: assetverifications.assetverificationid,
      verifiedat: assetverifications.verifiedat,
    })
    .from(assetverifications)
    .where(eq(assetverifications.assetid, given.assetid)),
);

/** The last verification of each asset in a JSON list. */
export const verifiedAmong = query((given: Params<{ ids: string }>) =>
  build
    .select({
      assetid: assetverifications.assetid,
      verifiedat: assetverifications.verifiedat,
      verifiedby: assetverifications.verifiedby,
      stocktakeid: assetverifications.stocktakeid,
    })
    .from(assetverifications)
    .where(sql`${assetverifications.assetid} in (select value from json_each(${given.ids}))`),
);

export const openSince = query((given: Params<{ before: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(stocktakes)
    .where(and(eq(stocktakes.state, 'open'), lt(stocktakes.createddate, given.before))),
);

const wasSeenSince = (since: Params<{ since: string }>['since']) =>
  build
    .select({ one: sql`1`.as('one') })
    .from(assetverifications)
    .where(
      and(eq(assetverifications.assetid, assets.assetid), sql`${assetverifications.verifiedat} >= ${since}`),
    );

export const unseenCount = query((given: Params<{ since: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(assets)
    .where(and(isSet(assets.isactive), notExists(wasSeenSince(given.since)))),
);

/** Active assets that were not seen since a date. Assets that were never seen come first. */
export const unseenSince = query((given: Params<{ since: string } & PlaceFilter>) =>
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
        or(isNull(assetverifications.verifiedat), lt(assetverifications.verifiedat, given.since)),
        isWithinPlace(assets, given),
      ),
    )
    .orderBy(asc(assetverifications.verifiedat), asc(assets.assetnumber)),
);

/** All items of a stocktake with their results. Missing ones come first. */
export const stocktakeReportOf = query((given: Params<{ stocktakeid: number } & PlaceFilter>) => {
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
    .where(and(eq(items.stocktakeid, given.stocktakeid), isWithinPlace(assets, given)))
    .orderBy(rank, asc(items.location), asc(assets.assetnumber), asc(items.stocktakeitemid));
});

export const stocktakeById = query((given: Params<{ stocktakeid: number }>) =>
  build
    .select({
      stocktakeid: stocktakes.stocktakeid,
      locationid: stocktakes.locationid,
      state: stocktakes.state,
    })
    .from(stocktakes)
    .where(eq(stocktakes.stocktakeid, given.stocktakeid)),
);

/** The stocktakes of an asset, newest first, without canceled ones. */
export const stocktakesOf = query((given: Params<{ assetid: number }>) =>
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
    .where(and(eq(items.assetid, given.assetid), ne(stocktakes.state, 'cancelled')))
    .orderBy(desc(stocktakes.stocktakeid))
    .limit(100),
);

/** The active assets of a JSON list that their last stocktake did not find. */
export const missingAmong = query((given: Params<{ ids: string }>) =>
  build
    .select({
      assetid: sql<number>`${items.assetid}`.as('assetid'),
      settled: items.settled,
      title: stocktakes.title,
    })
    .from(items)
    .innerJoin(stocktakes, eq(stocktakes.stocktakeid, items.stocktakeid))
    .where(
      and(sql`${items.assetid} in (select value from json_each(${given.ids}))`, eq(stocktakes.state, 'done')),
    )
    .orderBy(asc(stocktakes.finisheddate), asc(stocktakes.stocktakeid)),
);
