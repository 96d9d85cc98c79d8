import type { SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from '../../kit/data/sql-text.ts';
import { assets } from './tables.ts';

/** SQL expression for the number of an asset and its name, if that differs. */
const assetTitle: SQL<string> = sql`CASE WHEN ${assets.name} IS NULL OR ${assets.name} = ${assets.assetnumber} THEN ${assets.assetnumber} ELSE ${assets.assetnumber} || ' ' || ${assets.name} END`;

const assetTitleKey = sql<string>`${assets.assetnumbersortkey} || ' ' || coalesce(${assets.namesortkey}, '')`;

/** Returns the columns of a due source whose items have one asset each. `due` is the due day of an item. */
export const createDueColumns = (itemid: SQLWrapper, due: SQLWrapper) => ({
  itemid: sql<number>`${itemid}`.as('itemid'),
  title: assetTitle.as('title'),
  titlesortkey: assetTitleKey.as('titlesortkey'),
  due: sql<string>`${due}`.as('due'),
  assetid: assets.assetid,
  locationid: assets.locationid,
});
