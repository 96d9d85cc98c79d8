import { type SQL, sql } from 'drizzle-orm';
import { isInUse } from '../../src/features/catalog/index.ts';
import { assets } from '../../src/features/catalog/tables.ts';
import { warranties, warrantyassets } from './tables.ts';

const covers = sql`SELECT 1 FROM ${warrantyassets} WHERE ${warrantyassets.warrantyid} = ${warranties.warrantyid}`;

/**
 * Matches warranties that cover an asset in use or no asset yet. A warranty of only retired assets needs no
 * renewal.
 */
export const coversAssetInUse: SQL = sql`(NOT EXISTS (${covers}) OR EXISTS (${covers} AND EXISTS (SELECT 1 FROM ${assets} WHERE ${assets.assetid} = ${warrantyassets.assetid} AND ${isInUse})))`;
