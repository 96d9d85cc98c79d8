import { and, count, eq, gte, sql } from 'drizzle-orm';
import { isActiveAssetOf } from '../../../src/features/catalog/index.ts';
import { assets, relationships, relationshiptypes } from '../../../src/features/catalog/tables.ts';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import { operatorreports } from './tables.ts';

/** Machine that a PC controls, the first one if there are several. */
export const machineOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ assetnumber: assets.assetnumber })
    .from(relationships)
    .innerJoin(
      relationshiptypes,
      and(
        eq(relationshiptypes.relationshiptypeid, relationships.relationshiptypeid),
        eq(relationshiptypes.relationshiptype, 'controls'),
      ),
    )
    .innerJoin(assets, isActiveAssetOf(relationships.targetassetid))
    .where(eq(relationships.sourceassetid, params.assetid))
    .orderBy(relationships.relationshipid)
    .limit(1),
);

/** Stores a report of an operator, and returns its ID. */
export const insertReport = command(
  (
    params: Params<{
      assetid: number;
      devicename: string;
      machinenumber: string | null;
      text: string;
      reason: string | null;
      details: string | null;
      screenshot: string | null;
      at: string;
    }>,
  ) =>
    build
      .insert(operatorreports)
      .values({
        assetid: params.assetid,
        devicename: params.devicename,
        machinenumber: params.machinenumber,
        text: params.text,
        reason: params.reason,
        details: params.details,
        screenshot: params.screenshot,
        createddate: params.at,
      })
      .returning({ operatorreportid: operatorreports.operatorreportid }),
);

export const reportOf = query((params: Params<{ operatorreportid: number }>) =>
  build.select().from(operatorreports).where(eq(operatorreports.operatorreportid, params.operatorreportid)),
);

/** Oldest reports of a PC beyond its maximum. */
export const excessReports = query((params: Params<{ assetid: number; most: number }>) =>
  build
    .select({
      operatorreportid: operatorreports.operatorreportid,
      screenshot: operatorreports.screenshot,
    })
    .from(operatorreports)
    .where(
      and(
        eq(operatorreports.assetid, params.assetid),
        sql`${operatorreports.operatorreportid} <= (SELECT operatorreportid FROM ${operatorreports} WHERE assetid = ${params.assetid} ORDER BY operatorreportid DESC LIMIT 1 OFFSET ${params.most})`,
      ),
    ),
);

/** Number of reports of a PC since an instant. */
export const reportsSince = query((params: Params<{ assetid: number; since: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(operatorreports)
    .where(and(eq(operatorreports.assetid, params.assetid), gte(operatorreports.createddate, params.since))),
);

export const deleteReport = command((params: Params<{ operatorreportid: number }>) =>
  build.delete(operatorreports).where(eq(operatorreports.operatorreportid, params.operatorreportid)),
);
