import { and, count, eq, gte, lt, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import { assets } from '../../../src/features/catalog/tables.ts';
import { build, isSet, type Params, query } from '../../../src/kit/data/query.ts';
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
    .innerJoin(assets, and(eq(assets.assetid, endpoints.assetid), isSet(assets.isactive)))
    .where(and(eq(endpoints.verdict, params.verdict), gte(endpoints.expectedby, params.at))),
);

/** Number of active PCs whose agent is online. */
export const onlineCount = query((params: Params<{ at: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(endpoints)
    .innerJoin(assets, and(eq(assets.assetid, endpoints.assetid), sql`+${assets.isactive} = 1`))
    .where(gte(endpoints.expectedby, params.at)),
);

/**
 * Number of active PCs whose agent is overdue. The plus keeps SQLite from starting with all active assets, of
 * which few are PCs.
 */
export const offlineCount = query((params: Params<{ at: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(endpoints)
    .innerJoin(assets, and(eq(assets.assetid, endpoints.assetid), sql`+${assets.isactive} = 1`))
    .where(lt(endpoints.expectedby, params.at)),
);
