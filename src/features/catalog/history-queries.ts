import { and, asc, eq, gt, gte, sql } from 'drizzle-orm';
import { build, command, type Params, query } from '../../kit/data/query.ts';
import { migrations } from '../../kit/tables.ts';
import { type AssetChange, assethistory } from './tables.ts';

export const insertChange = command((params: Params<Omit<AssetChange, 'historyid'>>) =>
  build.insert(assethistory).values({
    assetid: params.assetid,
    action: params.action,
    field: params.field,
    old: params.old,
    new: params.new,
    userid: params.userid,
    username: params.username,
    actorkind: params.actorkind,
    createddate: params.createddate,
    auditlogid: params.auditlogid,
    tablename: params.tablename,
    recordid: params.recordid,
    previous: params.previous,
  }),
);

/** The changes of an asset after an instant, oldest first. */
export const changesAfter = query((params: Params<{ assetid: number; after: string }>) =>
  build
    .select()
    .from(assethistory)
    .where(and(eq(assethistory.assetid, params.assetid), gt(assethistory.createddate, params.after)))
    .orderBy(asc(assethistory.historyid)),
);

/** The changes of some rows of an asset from one on, oldest first. `recordids` is a JSON list. */
export const changesOfRows = query(
  (params: Params<{ assetid: number; tablename: string; recordids: string; from: number }>) =>
    build
      .select()
      .from(assethistory)
      .where(
        and(
          eq(assethistory.assetid, params.assetid),
          eq(assethistory.tablename, params.tablename),
          gte(assethistory.historyid, params.from),
          sql`${assethistory.recordid} in (select value from json_each(${params.recordids}))`,
        ),
      )
      .orderBy(asc(assethistory.historyid)),
);

/** The oldest change of an asset. */
export const oldestChange = query((params: Params<{ assetid: number }>) =>
  build
    .select()
    .from(assethistory)
    .where(eq(assethistory.assetid, params.assetid))
    .orderBy(asc(assethistory.historyid))
    .limit(1),
);

/** The time since which the history contains the rows of assets: that of the migration which added them. */
export const rowsRecordedSince = query(() =>
  build
    .select({ appliedat: migrations.appliedat })
    .from(migrations)
    .where(and(eq(migrations.chain, 'core'), eq(migrations.id, '0051_history_rows'))),
);
