import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { isInUse } from '../../src/features/catalog/index.ts';
import { assets } from '../../src/features/catalog/tables.ts';
import { addDays } from '../../src/kit/clock.ts';
import { enforcereports, enforcescopes, enforcesnapshots } from './tables.ts';

/** A publication is in progress for a week. PCs that are off for longer no longer count. */
const DAYS_IN_PROGRESS = 7;

/** Returns the first day of publications that are still in progress. */
export const computeFirstDay = (today: string): string => addDays(today, -DAYS_IN_PROGRESS);

/**
 * Returns the SQL condition for the newest report of a PC that has not reported since its scope was published.
 * The PC must be in use, and `firstday` is that of `computeFirstDay`.
 */
export const isAwaited = (firstday: string | Placeholder): SQL =>
  sql`(${enforcereports.islatest} = 1
  AND ${enforcereports.scopename} IN (SELECT ${enforcescopes.scopename} FROM ${enforcescopes} JOIN ${enforcesnapshots} ON ${enforcesnapshots.scopeid} = ${enforcescopes.scopeid}
    WHERE ${enforcesnapshots.createddate} >= ${firstday})
  AND EXISTS (SELECT 1 FROM ${enforcescopes} JOIN ${enforcesnapshots} ON ${enforcesnapshots.scopeid} = ${enforcescopes.scopeid}
    WHERE ${enforcescopes.scopename} = ${enforcereports.scopename} AND ${enforcescopes.phase} = ${enforcereports.phase}
    AND ${enforcesnapshots.createddate} > ${enforcereports.createddate} AND ${enforcesnapshots.createddate} >= ${firstday})
  AND EXISTS (SELECT 1 FROM ${assets} WHERE ${assets.assetid} = ${enforcereports.assetid} AND ${isInUse}))`;
