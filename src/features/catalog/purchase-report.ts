import { and, count, isNotNull, or, sql } from 'drizzle-orm';
import { build, isSet, type Params, query } from '../../kit/data/query.ts';
import { report } from '../../kit/report.ts';
import { isWithinPlace, type PlaceFilter } from '../../kit/resource/place-filter.ts';
import { assets, businessunits, locations } from './tables.ts';

const year = sql<string | null>`substr(${assets.purchasedate}, 1, 4)`;

/** Numbers and costs of the active assets of a place with a purchase date or cost, by year, location and unit. */
const purchases = query((params: Params<PlaceFilter>) =>
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

/** The report of what assets cost, by year, location and business unit. */
export const purchaseReport = report({
  key: 'purchases',
  title: 'Purchases',
  about: 'Number and purchase cost of active assets by year, location and business unit, for budgets.',
  needs: 'login',
  placeRegister: 'assets',
  columns: {
    year: 'Year',
    location: 'Location',
    businessunit: 'Business unit',
    count: 'Assets',
    unpriced: 'Without cost',
    cost: 'Cost',
  },
  rows: (reader, { place }) => purchases.iterate(reader, place.within),
});
