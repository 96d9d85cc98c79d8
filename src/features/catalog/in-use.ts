import { type SQL, sql } from '../../kit/data/sql-text.ts';
import { filter } from '../../kit/resource/filters.ts';
import { assets, assetstatuses } from './tables.ts';

/**
 * True of an asset that somebody uses: neither retired nor of a status that says so. What is due is due of these
 * alone; a query that asks names `assets`.
 */
export const isInUse: SQL = sql`(${assets.isactive} = 1 AND ${assets.statusid} NOT IN (SELECT ${assetstatuses.statusid} FROM ${assetstatuses} WHERE ${assetstatuses.isretired} = 1))`;

/** The filter of a list of assets by it: whoever counts what is due leads there. */
export const inUseFilter = filter.boolean({
  title: 'In use',
  when: (on) => (on ? isInUse : sql`NOT ${isInUse}`),
});
