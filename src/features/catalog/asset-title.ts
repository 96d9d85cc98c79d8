import { type SQL, sql } from '../../kit/data/sql-text.ts';
import { assets } from './tables.ts';

/** SQL expression for the number of an asset and its name, if that differs. */
export const assetTitle: SQL<string> = sql`CASE WHEN ${assets.name} IS NULL OR ${assets.name} = ${assets.assetnumber} THEN ${assets.assetnumber} ELSE ${assets.assetnumber} || ' ' || ${assets.name} END`;
