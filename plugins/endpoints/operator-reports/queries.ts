import { and, count, eq, gte, sql } from 'drizzle-orm';
import { assets, relationships, relationshiptypes } from '../../../src/features/catalog/tables.ts';
import { build, command, isSet, type Params, query } from '../../../src/kit/data/query.ts';
import { operatorreports } from './tables.ts';

/** Machine that a PC controls, the first one if there are several. */
export const machineOf = query((given: Params<{ assetid: number }>) =>
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
    .innerJoin(assets, and(eq(assets.assetid, relationships.targetassetid), isSet(assets.isactive)))
    .where(eq(relationships.sourceassetid, given.assetid))
    .orderBy(relationships.relationshipid)
    .limit(1),
);

export const insertReport = command(
  (
    given: Params<{
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
        assetid: given.assetid,
        devicename: given.devicename,
        machinenumber: given.machinenumber,
        text: given.text,
        reason: given.reason,
        details: given.details,
        screenshot: given.screenshot,
        createddate: given.at,
      })
      .returning({ operatorreportid: operatorreports.operatorreportid }),
);

export const reportOf = query((given: Params<{ operatorreportid: number }>) =>
  build.select().from(operatorreports).where(eq(operatorreports.operatorreportid, given.operatorreportid)),
);

/** Oldest reports of a PC beyond its maximum. */
export const excessReports = query((given: Params<{ assetid: number; most: number }>) =>
  build
    .select({
      operatorreportid: operatorreports.operatorreportid,
      screenshot: operatorreports.screenshot,
    })
    .from(operatorreports)
    .where(
      and(
        eq(operatorreports.assetid, given.assetid),
        sql`${operatorreports.operatorreportid} <= (SELECT operatorreportid FROM ${operatorreports} WHERE assetid = ${given.assetid} ORDER BY operatorreportid DESC LIMIT 1 OFFSET ${given.most})`,
      ),
    ),
);

/** Number of reports of a PC since an instant. */
export const reportsSince = query((given: Params<{ assetid: number; since: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(operatorreports)
    .where(and(eq(operatorreports.assetid, given.assetid), gte(operatorreports.createddate, given.since))),
);

export const deleteReport = command((given: Params<{ operatorreportid: number }>) =>
  build.delete(operatorreports).where(eq(operatorreports.operatorreportid, given.operatorreportid)),
);
