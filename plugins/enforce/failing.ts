import { type SQL, sql } from 'drizzle-orm';
import { isInUse } from '../../src/features/catalog/index.ts';
import { assets } from '../../src/features/catalog/tables.ts';
import { enforcereports } from './tables.ts';

/** SQL condition for the newest report of a PC with a failure. The PC must be in use or not registered. */
export const isFailing: SQL = sql`(${enforcereports.islatest} = 1 AND ${enforcereports.status} IN ('failed', 'partial')
  AND NOT EXISTS (SELECT 1 FROM ${assets} WHERE ${assets.assetid} = ${enforcereports.assetid} AND NOT ${isInUse}))`;
