import { and, count, desc, eq, sql } from 'drizzle-orm';
import { build, command, excluded, type Params, query } from '../../../src/kit/data/query.ts';
import { computers } from '../../computers/tables.ts';
import { endpointcredentials, endpointevents, endpointhealth, endpoints } from '../tables.ts';

export const endpointOf = query((given: Params<{ assetid: number }>) =>
  build.select().from(endpoints).where(eq(endpoints.assetid, given.assetid)),
);

/** Number of PCs with a credential of their own. */
export const enrolledPcs = query(() => build.select({ n: count().as('n') }).from(endpointcredentials));

export const saveEndpoint = command(
  (
    given: Params<{
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
        assetid: given.assetid,
        agentversion: given.agentversion,
        osversion: given.osversion,
        lastcheckin: given.lastcheckin,
        expectedby: given.expectedby,
        uptimeseconds: given.uptimeseconds,
        verdict: given.verdict,
        verdictreason: given.verdictreason,
        ispinned: given.ispinned,
        spkipin: given.spkipin,
        isshared: given.isshared,
        said: given.said,
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
    given: Params<{ assetid: number; lastcheckin: string; expectedby: string; uptimeseconds: number | null }>,
  ) =>
    build
      .update(endpoints)
      .set({
        lastcheckin: given.lastcheckin,
        expectedby: given.expectedby,
        uptimeseconds: given.uptimeseconds,
      })
      .where(eq(endpoints.assetid, given.assetid)),
);

export const insertTransition = command(
  (
    given: Params<{
      assetid: number;
      fromverdict: string;
      toverdict: string;
      reason: string | null;
      createddate: string;
    }>,
  ) =>
    build.insert(endpointhealth).values({
      assetid: given.assetid,
      fromverdict: given.fromverdict,
      toverdict: given.toverdict,
      reason: given.reason,
      createddate: given.createddate,
    }),
);

/** Deletes all but the newest transitions of a PC. */
export const pruneTransitions = command((given: Params<{ assetid: number; most: number }>) =>
  build
    .delete(endpointhealth)
    .where(
      sql`${endpointhealth.assetid} = ${given.assetid} AND ${endpointhealth.endpointhealthid} NOT IN (SELECT endpointhealthid FROM ${endpointhealth} WHERE assetid = ${given.assetid} ORDER BY endpointhealthid DESC LIMIT ${given.most})`,
    ),
);

export const transitionsOf = query((given: Params<{ assetid: number }>) =>
  build
    .select()
    .from(endpointhealth)
    .where(eq(endpointhealth.assetid, given.assetid))
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
export const existingEvent = query((given: Params<PcEvent>) =>
  build
    .select({ endpointeventid: endpointevents.endpointeventid })
    .from(endpointevents)
    .where(
      and(
        eq(endpointevents.assetid, given.assetid),
        eq(endpointevents.happenedat, given.happenedat),
        eq(endpointevents.level, given.level),
        sql`${endpointevents.source} IS ${given.source}`,
        eq(endpointevents.message, given.message),
      ),
    )
    .limit(1),
);

export const insertEvent = command((given: Params<PcEvent>) =>
  build.insert(endpointevents).values({
    assetid: given.assetid,
    happenedat: given.happenedat,
    level: given.level,
    source: given.source,
    message: given.message,
  }),
);

export const pruneEvents = command((given: Params<{ assetid: number; most: number }>) =>
  build
    .delete(endpointevents)
    .where(
      sql`${endpointevents.assetid} = ${given.assetid} AND ${endpointevents.endpointeventid} NOT IN (SELECT endpointeventid FROM ${endpointevents} WHERE assetid = ${given.assetid} ORDER BY happenedat DESC, endpointeventid DESC LIMIT ${given.most})`,
    ),
);

export const computerIdOf = query((given: Params<{ assetid: number }>) =>
  build
    .select({ computerid: computers.computerid, loggedinuser: computers.loggedinuser })
    .from(computers)
    .where(eq(computers.assetid, given.assetid)),
);
