import { and, count, isNotNull, lte, or, sql } from 'drizzle-orm';
import { build, isSet, type Params, query } from '../../kit/data/query.ts';
import type { DueParams } from '../../kit/due-source.ts';
import { isWithinPlace, type PlaceFilter } from '../../kit/resource/place-filter.ts';
import { createDueColumns } from './due-columns.ts';
import { isInUse } from './in-use.ts';
import { assets, businessunits, locations } from './tables.ts';

const year = sql<string | null>`substr(${assets.purchasedate}, 1, 4)`;

/** Numbers and costs of the active assets of a place with a purchase date or cost, by year, location and unit. */
export const purchases = query((params: Params<PlaceFilter>) =>
  build
    .select({
      year: year.as('year'),
      location: locations.location,
      businessunit: businessunits.businessunit,
      count: count().as('count'),
      unpriced: sql<number>`sum(${assets.purchasecost} IS NULL)`.as('unpriced'),
      cost: sql<number>`round(total(${assets.purchasecost}), 2)`.as('cost'),
    })
    .from(assets)
    .leftJoin(locations, sql`${locations.locationid} = ${assets.locationid}`)
    .leftJoin(businessunits, sql`${businessunits.businessunitid} = ${assets.businessunitid}`)
    .where(
      and(
        isSet(assets.isactive),
        or(isNotNull(assets.purchasedate), isNotNull(assets.purchasecost)),
        isWithinPlace(assets, params),
      ),
    )
    .groupBy(year, assets.locationid, assets.businessunitid)
    .orderBy(sql`${year} DESC NULLS LAST`, locations.locationsortkey, businessunits.businessunitsortkey),
);

/** Assets in use whose end of life is on or before a day. */
export const dueEndsOfLife = query((params: Params<DueParams>) =>
  build
    .select(createDueColumns(assets.assetid, assets.eoldate))
    .from(assets)
    .where(and(lte(assets.eoldate, params.until), isInUse, isWithinPlace(assets, params))),
);
