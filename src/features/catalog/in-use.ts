import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { type SQL, sql } from '../../kit/data/sql-text.ts';
import { filter } from '../../kit/resource/filters.ts';
import { assets, assetstatuses } from './tables.ts';

/**
 * SQL condition for an active asset, in a query with a more selective condition or another table. The plus
 * keeps SQLite from reading all active assets first.
 */
export const isActiveAsset: SQL = sql`+${assets.isactive} = 1`;

/** SQL condition that joins the active asset with this ID, a column of another table. */
export const isActiveAssetOf = (assetid: SQLiteColumn): SQL =>
  sql`(${assets.assetid} = ${assetid} AND ${isActiveAsset})`;

/**
 * SQL condition for an asset in use, which is neither inactive nor of a retired status. Due dates apply only
 * to such assets. The query must select from `assets`.
 */
export const isInUse: SQL = sql`(${assets.isactive} = 1 AND ${assets.statusid} NOT IN (SELECT ${assetstatuses.statusid} FROM ${assetstatuses} WHERE ${assetstatuses.isretired} = 1))`;

/** List filter for assets in use, so that the number of due assets can link to that list. */
export const inUseFilter = filter.boolean({
  title: 'In use',
  when: (on) => (on ? isInUse : sql`NOT ${isInUse}`),
});
