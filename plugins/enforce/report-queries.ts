import { and, eq, lt, sql } from 'drizzle-orm';
import { isActiveAssetOf } from '../../src/features/catalog/index.ts';
import { assets, relationships, relationshiptypes } from '../../src/features/catalog/tables.ts';
import { build, command, isSet, type Params, query } from '../../src/kit/data/query.ts';
import { isAwaited } from './awaited.ts';
import { isFailing } from './failing.ts';
import { enforcereports } from './tables.ts';

/**
 * The active assets that are the target of a `controls` relationship, with the asset ID of its source, which
 * is usually a PC.
 */
export const machinesOfPcs = query(() =>
  build
    .select({ sourceassetid: relationships.sourceassetid, assetnumber: assets.assetnumber })
    .from(relationships)
    .innerJoin(
      relationshiptypes,
      and(
        eq(relationshiptypes.relationshiptypeid, relationships.relationshiptypeid),
        eq(relationshiptypes.relationshiptype, 'controls'),
      ),
    )
    .innerJoin(assets, isActiveAssetOf(relationships.targetassetid)),
);

/** Marks the report of a PC for a scope as no longer the latest. */
export const supersedeReports = command(
  (params: Params<{ hostname: string; scopename: string | null; phase: string }>) =>
    build
      .update(enforcereports)
      .set({ islatest: 0 })
      .where(
        and(
          eq(enforcereports.hostname, params.hostname),
          sql`${enforcereports.scopename} IS ${params.scopename}`,
          eq(enforcereports.phase, params.phase),
          isSet(enforcereports.islatest),
        ),
      ),
);

/**
 * Writes the results and counts of a report outside the journal, so that the journal does not contain them a
 * second time.
 */
export const updateReportResults = command(
  (params: Params<{ reportid: number; results: string; counts: string }>) =>
    build
      .update(enforcereports)
      .set({ results: params.results, counts: params.counts })
      .where(eq(enforcereports.reportid, params.reportid)),
);

/**
 * SQL condition for reports that do not expire: the newest ones of a registered PC, for an existing scope or
 * for none. A report with an invented host name or scope is not retained forever.
 */
const isKept = sql`(${enforcereports.islatest} = 1 AND ${enforcereports.assetid} IS NOT NULL
  AND (${enforcereports.scopename} IS NULL OR EXISTS (SELECT 1 FROM enforcescopes s WHERE s.scopename = ${enforcereports.scopename})))`;

/**
 * Expired reports, the oldest first, at most `most`. The newest report of each PC, scope and phase is not
 * among them while both the PC and the scope exist.
 */
export const oldReports = query((params: Params<{ before: string; most: number }>) =>
  build
    .select({ reportid: enforcereports.reportid })
    .from(enforcereports)
    .where(and(lt(enforcereports.createddate, params.before), sql`NOT ${isKept}`))
    .orderBy(enforcereports.createddate)
    .limit(params.most),
);

export const failingCount = query(() =>
  build
    .select({ n: sql<number>`count(*)`.as('n') })
    .from(enforcereports)
    .where(isFailing),
);

/** Counts the PCs that have not reported since their scope was published. */
export const awaitedCount = query((params: Params<{ firstday: string }>) =>
  build
    .select({ n: sql<number>`count(*)`.as('n') })
    .from(enforcereports)
    .where(isAwaited(params.firstday)),
);
