import { and, count, desc, eq, sql } from 'drizzle-orm';
import { build, command, excluded, type Params, query } from '../../../src/kit/data/query.ts';
import { computers } from '../../computers/tables.ts';
import { endpointcredentials, endpointevents, endpointhealth, endpoints } from '../tables.ts';

/** The state of a PC as of its last stored check-in. */
export const endpointOf = query((params: Params<{ assetid: number }>) =>
  build.select().from(endpoints).where(eq(endpoints.assetid, params.assetid)),
);

/** Number of PCs with a credential of their own. */
export const enrolledPcs = query(() => build.select({ n: count().as('n') }).from(endpointcredentials));

/** Stores the state that a check-in reports; it replaces the previous one. */
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

/** Updates only the times of the last check-in, for an agent with nothing new to report. */
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

/** Records a change of the health verdict of a PC. */
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

/** Changes of the health verdict of a PC, newest first. */
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

/** Records an event that an agent reported. */
export const insertEvent = command((params: Params<PcEvent>) =>
  build.insert(endpointevents).values({
    assetid: params.assetid,
    happenedat: params.happenedat,
    level: params.level,
    source: params.source,
    message: params.message,
  }),
);

/** Deletes all but the newest events of a PC. */
export const pruneEvents = command((params: Params<{ assetid: number; most: number }>) =>
  build
    .delete(endpointevents)
    .where(
      sql`${endpointevents.assetid} = ${params.assetid} AND ${endpointevents.endpointeventid} NOT IN (SELECT endpointeventid FROM ${endpointevents} WHERE assetid = ${params.assetid} ORDER BY happenedat DESC, endpointeventid DESC LIMIT ${params.most})`,
    ),
);

/** The ID and the signed-in user of the computer of an asset. */
export const computerIdOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ computerid: computers.computerid, loggedinuser: computers.loggedinuser })
    .from(computers)
    .where(eq(computers.assetid, params.assetid)),
);
