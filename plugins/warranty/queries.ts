import { and, asc, count, eq, gte, isNotNull, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm';
import { assets, assettypes, locations, vendors } from '../../src/features/catalog/tables.ts';
import { build, isSet, type Params, query } from '../../src/kit/data/query.ts';
import type { DueParams } from '../../src/kit/due-source.ts';
import { isWithinPlace, type PlaceFilter } from '../../src/kit/resource/place-filter.ts';
import { auditlogs } from '../../src/kit/tables.ts';
import { coversAssetInUse } from './covers-asset-in-use.ts';
import { warranties, warrantyassets } from './tables.ts';

/** The action of adding a document, which changes no value of the warranty. */
export const PROVED = 'warranty.warranty.proved';

/** Counts active warranties by coverage. `soon` is the last day that counts as expiring. */
export const countsByCoverage = query((params: Params<{ today: string; soon: string }>) => {
  const { startdate, enddate } = warranties;
  const coverage = sql<string>`case when ${enddate} < ${params.today} then 'expired' when ${startdate} > ${params.today} then 'notstarted' when ${enddate} <= ${params.soon} then 'expiring' else 'covered' end`;
  return build
    .select({ coverage: coverage.as('coverage'), n: count().as('n') })
    .from(warranties)
    .where(isSet(warranties.isactive))
    .groupBy(sql`1`);
});

/** Counts the expiring warranties that need a renewal. */
export const toRenew = query((params: Params<{ today: string; soon: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(warranties)
    .where(
      and(
        or(isNull(warranties.startdate), lte(warranties.startdate, params.today)),
        gte(warranties.enddate, params.today),
        lte(warranties.enddate, params.soon),
        isSet(warranties.isactive),
        coversAssetInUse,
      ),
    ),
);

/**
 * Active warranties that end by a day or have ended, earliest first. Those of only retired assets are left
 * out.
 */
export const endingBy = query((params: Params<{ until: string }>) =>
  build
    .select({
      warrantyid: warranties.warrantyid,
      warrantyname: warranties.warrantyname,
      contractnumber: warranties.contractnumber,
      enddate: sql<string>`${warranties.enddate}`.as('enddate'),
    })
    .from(warranties)
    .where(
      and(
        isNotNull(warranties.enddate),
        lte(warranties.enddate, params.until),
        isSet(warranties.isactive),
        coversAssetInUse,
      ),
    )
    .orderBy(asc(warranties.enddate), asc(warranties.warrantyid)),
);

const covered = sql<number>`(select count(*) from ${warrantyassets} where ${warrantyassets.warrantyid} = ${warranties.warrantyid})`;

/**
 * Active warranties that end between two days, earliest first. Those of only retired assets are left out.
 * Unless `anywhere` is 1, only those that cover an asset at the place are returned.
 */
export const endingBetween = query(
  (params: Params<{ today: string; until: string; anywhere: number } & PlaceFilter>) =>
    build
      .select({
        warrantyid: warranties.warrantyid,
        warrantyname: warranties.warrantyname,
        vendor: vendors.vendor,
        servicelevel: warranties.servicelevel,
        contractnumber: warranties.contractnumber,
        startdate: warranties.startdate,
        enddate: warranties.enddate,
        assetcount: covered.as('assetcount'),
      })
      .from(warranties)
      .leftJoin(vendors, eq(vendors.vendorid, warranties.vendorid))
      .where(
        and(
          gte(warranties.enddate, params.today),
          lte(warranties.enddate, params.until),
          isSet(warranties.isactive),
          coversAssetInUse,
          sql`(${params.anywhere} = 1 or exists (select 1 from ${warrantyassets} join ${assets} on ${assets.assetid} = ${warrantyassets.assetid} where ${warrantyassets.warrantyid} = ${warranties.warrantyid} and ${isWithinPlace(assets, params)}))`,
        ),
      )
      .orderBy(asc(warranties.enddate), asc(warranties.warrantyid)),
);

const coveredAsset = sql`from ${warrantyassets} join ${assets} on ${assets.assetid} = ${warrantyassets.assetid} where ${warrantyassets.warrantyid} = ${warranties.warrantyid}`;

/**
 * Active warranties that end by a day, with at least one covered asset at the selected places. The location is
 * the one of all covered assets.
 */
export const dueWarranties = query((params: Params<DueParams>) =>
  build
    .select({
      itemid: sql<number>`${warranties.warrantyid}`.as('itemid'),
      title:
        sql<string>`${warranties.warrantyname} || coalesce(' (' || ${warranties.contractnumber} || ')', '')`.as(
          'title',
        ),
      titlesortkey:
        sql<string>`${warranties.warrantynamesortkey} || ' ' || coalesce(${warranties.contractnumbersortkey}, '')`.as(
          'titlesortkey',
        ),
      due: sql<string>`${warranties.enddate}`.as('due'),
      assetid: sql<number | null>`null`.as('assetid'),
      locationid: sql<
        number | null
      >`(select max(${assets.locationid}) ${coveredAsset} having min(${assets.locationid}) = max(${assets.locationid}))`.as(
        'locationid',
      ),
    })
    .from(warranties)
    .where(
      and(
        lte(warranties.enddate, params.until),
        isSet(warranties.isactive),
        coversAssetInUse,
        sql`((${params.locationid} is null and ${params.businessunitid} is null) or exists (select 1 ${coveredAsset} and ${isWithinPlace(assets, params)}))`,
      ),
    ),
);

/** The assets that a warranty covers. */
export const assetsUnder = query((params: Params<{ warrantyid: number }>) =>
  build
    .select({
      assetid: assets.assetid,
      assetnumber: assets.assetnumber,
      name: assets.name,
      assettype: assettypes.assettype,
      location: locations.location,
      isactive: assets.isactive,
    })
    .from(warrantyassets)
    .innerJoin(assets, eq(assets.assetid, warrantyassets.assetid))
    .innerJoin(assettypes, eq(assettypes.assettypeid, assets.assettypeid))
    .leftJoin(locations, eq(locations.locationid, assets.locationid))
    .where(eq(warrantyassets.warrantyid, params.warrantyid))
    .orderBy(asc(assets.assetnumbersortkey), asc(assets.assetid)),
);

/** Condition that a warranty has only what an import of assets writes, and that no user has changed it. */
const hasImportedValues = and(
  isNull(warranties.contractnumber),
  isNull(warranties.servicelevel),
  isNull(warranties.cost),
  isNull(warranties.notes),
  notExists(
    build
      .select({ auditlogid: auditlogs.auditlogid })
      .from(auditlogs)
      .where(
        and(
          eq(auditlogs.entitytype, 'warranty'),
          eq(auditlogs.entityid, sql`cast(${warranties.warrantyid} as text)`),
          ne(auditlogs.action, PROVED),
        ),
      ),
  ),
)!;

/** All warranties of an asset, active or not, each with the number of its assets. */
export const termsOfAsset = query((params: Params<{ assetid: number }>) =>
  build
    .select({
      warrantyid: warranties.warrantyid,
      warrantyname: warranties.warrantyname,
      startdate: warranties.startdate,
      enddate: warranties.enddate,
      isactive: warranties.isactive,
      assetcount: covered.as('assetcount'),
      hasimportedvalues: sql<0 | 1>`${hasImportedValues}`.as('hasimportedvalues'),
    })
    .from(warrantyassets)
    .innerJoin(warranties, eq(warranties.warrantyid, warrantyassets.warrantyid))
    .where(eq(warrantyassets.assetid, params.assetid))
    .orderBy(asc(warranties.warrantyid)),
);

export const warrantyNameOf = query((params: Params<{ warrantyid: number }>) =>
  build
    .select({ warrantyname: warranties.warrantyname })
    .from(warranties)
    .where(eq(warranties.warrantyid, params.warrantyid)),
);
