import { and, count, eq, gte, lt, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import { isActiveAssetOf } from '../../../src/features/catalog/index.ts';
import { assets } from '../../../src/features/catalog/tables.ts';
import { build, type Params, query } from '../../../src/kit/data/query.ts';
import { endpointcommands, endpointevents, endpoints } from '../tables.ts';

/** The newest commands and events of a PC. */
export const latestActivity = query((params: Params<{ assetid: number; most: number }>) =>
  unionAll(
    build
      .select({
        kind: sql<string>`'command'`.as('kind'),
        at: sql<string>`${endpointcommands.createddate}`.as('at'),
        title: sql<string>`${endpointcommands.action}`.as('title'),
        detail: sql<
          string | null
        >`coalesce(${endpointcommands.reason}, substr(${endpointcommands.output}, 1, 500))`.as('detail'),
        state: sql<string | null>`${endpointcommands.state}`.as('state'),
        critical: sql<number>`${endpointcommands.state} = 'failed'`.as('critical'),
        commandid: sql<number | null>`${endpointcommands.commandid}`.as('commandid'),
        requester: sql<string | null>`${endpointcommands.username}`.as('requester'),
      })
      .from(endpointcommands)
      .where(eq(endpointcommands.assetid, params.assetid)),
    build
      .select({
        kind: sql<string>`'event'`.as('kind'),
        at: sql<string>`${endpointevents.happenedat}`.as('at'),
        title: sql<string>`coalesce(${endpointevents.source}, ${endpointevents.level})`.as('title'),
        detail: sql<string | null>`${endpointevents.message}`.as('detail'),
        state: sql<string | null>`${endpointevents.level}`.as('state'),
        critical: sql<number>`lower(${endpointevents.level}) = 'critical'`.as('critical'),
        commandid: sql<number | null>`NULL`.as('commandid'),
        requester: sql<string | null>`NULL`.as('requester'),
      })
      .from(endpointevents)
      .where(eq(endpointevents.assetid, params.assetid)),
  )
    .orderBy(sql`at DESC, commandid DESC`)
    .limit(params.most),
);

/** Number of active PCs with this verdict whose agent is online. */
export const verdictCount = query((params: Params<{ verdict: string; at: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(endpoints)
    .innerJoin(assets, isActiveAssetOf(endpoints.assetid))
    .where(and(eq(endpoints.verdict, params.verdict), gte(endpoints.expectedby, params.at))),
);

/** Number of active PCs whose agent is online. */
export const onlineCount = query((params: Params<{ at: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(endpoints)
    .innerJoin(assets, isActiveAssetOf(endpoints.assetid))
    .where(gte(endpoints.expectedby, params.at)),
);

/** Number of active PCs whose agent is overdue. */
export const offlineCount = query((params: Params<{ at: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(endpoints)
    .innerJoin(assets, isActiveAssetOf(endpoints.assetid))
    .where(lt(endpoints.expectedby, params.at)),
);
