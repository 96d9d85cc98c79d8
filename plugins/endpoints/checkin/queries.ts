import { and, count, desc, eq, sql } from 'drizzle-orm';
import { build, command, excluded, type Params, query } from '../../../src/kit/data/query.ts';
import { computers } from '../../computers/tables.ts';
import { endpointcredentials, endpointevents, endpointhealth, endpoints } from '../tables.ts';

export const endpointOf = query((params: Params<{ assetid: number }>) =>
  build.select().from(endpoints).where(eq(endpoints.assetid, params.assetid)),
);

/** Number of PCs with a credential of their own. */
export const enrolledPcs = query(() => build.select({ n: count().as('n') }).from(endpointcredentials));

export const saveEndpoint = command(
  (
    params: Params<{
      assetid: number;
      agentversion: string | null;
      osversion: string | null;
      lastcheckin: string;
      expectedby: string;
      uptimeseconds: number | null;
      verdict: string;
      verdictreason: string | null;
      ispinned: 0 | 1;
      spkipin: string | null;
      isshared: 0 | 1;
      said: string;
    }>,
  ) =>
    build
      .insert(endpoints)
      .values({
        assetid: params.assetid,
        agentversion: params.agentversion,
        osversion: params.osversion,
        lastcheckin: params.lastcheckin,
        expectedby: params.expectedby,
        uptimeseconds: params.uptimeseconds,
        verdict: params.verdict,
        verdictreason: params.verdictreason,
        ispinned: params.ispinned,
        spkipin: params.spkipin,
        isshared: params.isshared,
        said: params.said,
      })
      .onConflictDoUpdate({
        target: endpoints.assetid,
        set: {
          agentversion: excluded(endpoints.agentversion),
          osversion: excluded(endpoints.osversion),
          lastcheckin: excluded(endpoints.lastcheckin),
          expectedby: excluded(endpoints.expectedby),
          uptimeseconds: excluded(endpoints.uptimeseconds),
          verdict: excluded(endpoints.verdict),
          verdictreason: excluded(endpoints.verdictreason),
          ispinned: excluded(endpoints.ispinned),
          spkipin: excluded(endpoints.spkipin),
          isshared: excluded(endpoints.isshared),
          said: excluded(endpoints.said),
        },
      }),
);

export const stampCheckIn = command(
  (
    params: Params<{
      assetid: number;
      lastcheckin: string;
      expectedby: string;
      uptimeseconds: number | null;
    }>,
  ) =>
    build
      .update(endpoints)
      .set({
        lastcheckin: params.lastcheckin,
        expectedby: params.expectedby,
        uptimeseconds: params.uptimeseconds,
      })
      .where(eq(endpoints.assetid, params.assetid)),
);

export const insertTransition = command(
  (
    params: Params<{
      assetid: number;
      fromverdict: string;
      toverdict: string;
      reason: string | null;
      createddate: string;
    }>,
  ) =>
    build.insert(endpointhealth).values({
      assetid: params.assetid,
      fromverdict: params.fromverdict,
      toverdict: params.toverdict,
      reason: params.reason,
      createddate: params.createddate,
    }),
);

/** Deletes all but the newest transitions of a PC. */
export const pruneTransitions = command((params: Params<{ assetid: number; most: number }>) =>
  build
    .delete(endpointhealth)
    .where(
      sql`${endpointhealth.assetid} = ${params.assetid} AND ${endpointhealth.endpointhealthid} NOT IN (SELECT endpointhealthid FROM ${endpointhealth} WHERE assetid = ${params.assetid} ORDER BY endpointhealthid DESC LIMIT ${params.most})`,
    ),
);

export const transitionsOf = query((params: Params<{ assetid: number }>) =>
  build
    .select()
    .from(endpointhealth)
    .where(eq(endpointhealth.assetid, params.assetid))
    .orderBy(desc(endpointhealth.endpointhealthid)),
);

type PcEvent = {
  assetid: number;
  happenedat: string;
  level: string;
  source: string | null;
  message: string;
};

/** Finds an event of the PC with the same content. */
export const existingEvent = query((params: Params<PcEvent>) =>
  build
    .select({ endpointeventid: endpointevents.endpointeventid })
    .from(endpointevents)
    .where(
      and(
        eq(endpointevents.assetid, params.assetid),
        eq(endpointevents.happenedat, params.happenedat),
        eq(endpointevents.level, params.level),
        sql`${endpointevents.source} IS ${params.source}`,
        eq(endpointevents.message, params.message),
      ),
    )
    .limit(1),
);

export const insertEvent = command((params: Params<PcEvent>) =>
  build.insert(endpointevents).values({
    assetid: params.assetid,
    happenedat: params.happenedat,
    level: params.level,
    source: params.source,
    message: params.message,
  }),
);

export const pruneEvents = command((params: Params<{ assetid: number; most: number }>) =>
  build
    .delete(endpointevents)
    .where(
      sql`${endpointevents.assetid} = ${params.assetid} AND ${endpointevents.endpointeventid} NOT IN (SELECT endpointeventid FROM ${endpointevents} WHERE assetid = ${params.assetid} ORDER BY happenedat DESC, endpointeventid DESC LIMIT ${params.most})`,
    ),
);

export const computerIdOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ computerid: computers.computerid, loggedinuser: computers.loggedinuser })
    .from(computers)
    .where(eq(computers.assetid, params.assetid)),
);
