import { and, asc, count, countDistinct, desc, eq, inArray, sql } from 'drizzle-orm';
import { assets, locations } from '../../../src/features/catalog/tables.ts';
import { build, command, isSet, type Params, query } from '../../../src/kit/data/query.ts';
import { isNamed } from '../../../src/kit/data/same-name.ts';
import { computers } from '../../computers/tables.ts';
import { endpointblocks, endpointcredentials, enrollmentcandidates, enrollmentrequests } from '../tables.ts';

type Pair = { hostname: string; serialnumber: string };
const isPair = (given: Params<Pair>) =>
  and(
    eq(enrollmentrequests.hostname, given.hostname),
    eq(enrollmentrequests.serialnumber, given.serialnumber),
  );
const isPending = sql`${enrollmentrequests.state} = 'pending'`;

export const pendingOfPair = query((given: Params<Pair>) =>
  build
    .select()
    .from(enrollmentrequests)
    .where(and(isPair(given), isPending)),
);

/** The newest approved or issued request of a pair for a nonce. */
export const decidedFor = query((given: Params<Pair & { noncehash: string }>) =>
  build
    .select()
    .from(enrollmentrequests)
    .where(
      and(
        eq(enrollmentrequests.noncehash, given.noncehash),
        isPair(given),
        inArray(enrollmentrequests.state, ['approved', 'issued']),
      ),
    )
    .orderBy(desc(enrollmentrequests.requestid))
    .limit(1),
);

/** A rejected request of the pair in which this nonce was a candidate. */
export const rejectedFor = query((given: Params<Pair & { noncehash: string }>) =>
  build
    .select({ requestid: enrollmentrequests.requestid })
    .from(enrollmentrequests)
    .innerJoin(enrollmentcandidates, eq(enrollmentcandidates.requestid, enrollmentrequests.requestid))
    .where(
      and(
        isPair(given),
        eq(enrollmentrequests.state, 'rejected'),
        eq(enrollmentcandidates.noncehash, given.noncehash),
      ),
    )
    .limit(1),
);

export const insertRequest = command(
  (
    given: Params<
      Pair & {
        iskeyed: 0 | 1;
        agentversion: string | null;
        osversion: string | null;
        network: string;
        at: string;
      }
    >,
  ) =>
    build
      .insert(enrollmentrequests)
      .values({
        hostname: given.hostname,
        serialnumber: given.serialnumber,
        iskeyed: given.iskeyed,
        agentversion: given.agentversion,
        osversion: given.osversion,
        network: given.network,
        createddate: given.at,
        modifieddate: given.at,
      })
      .returning({ requestid: enrollmentrequests.requestid }),
);

export const updateSeenRequest = command(
  (
    given: Params<{
      requestid: number;
      iskeyed: 0 | 1;
      agentversion: string | null;
      osversion: string | null;
      at: string;
    }>,
  ) =>
    build
      .update(enrollmentrequests)
      .set({
        iskeyed: sql`max(${enrollmentrequests.iskeyed}, ${given.iskeyed})`,
        agentversion: given.agentversion,
        osversion: given.osversion,
        modifieddate: given.at,
      })
      .where(eq(enrollmentrequests.requestid, given.requestid)),
);

export const pendingCount = query(() =>
  build
    .select({ n: count().as('n') })
    .from(enrollmentrequests)
    .where(isPending),
);

/** Number of active computers with a pending request. */
export const pendingComputers = query(() =>
  build
    .select({ n: countDistinct(computers.assetid).as('n') })
    .from(enrollmentrequests)
    .innerJoin(computers, eq(computers.hostname, enrollmentrequests.hostname))
    .innerJoin(assets, and(eq(assets.assetid, computers.assetid), isSet(assets.isactive)))
    .where(isPending),
);

const isKeyless = and(isPending, eq(enrollmentrequests.iskeyed, 0));

/** Pending requests without the shared key, counted by network address, the largest count first. */
export const keylessByAddress = query((given: Params<{ most: number }>) =>
  build
    .select({ network: enrollmentrequests.network, n: count().as('n') })
    .from(enrollmentrequests)
    .where(isKeyless)
    .groupBy(enrollmentrequests.network)
    .orderBy(desc(sql`n`), enrollmentrequests.network)
    .limit(given.most),
);

/** Deletes the pending requests of one address that came without the key, except the newest `kept`. */
export const deleteKeylessOf = command((given: Params<{ network: string | null; kept: number }>) =>
  build.delete(enrollmentrequests).where(
    sql`${enrollmentrequests.requestid} IN (
      SELECT requestid FROM ${enrollmentrequests} AS old
      WHERE old.state = 'pending' AND old.iskeyed = 0 AND old.network IS ${given.network}
      ORDER BY old.modifieddate DESC, old.requestid DESC LIMIT -1 OFFSET ${given.kept})`,
  ),
);

/** Deletes the oldest pending request that came with the shared key. */
export const deleteOldestKeyed = command(() =>
  build.delete(enrollmentrequests).where(
    inArray(
      enrollmentrequests.requestid,
      build
        .select({ requestid: enrollmentrequests.requestid })
        .from(enrollmentrequests)
        .where(and(isPending, eq(enrollmentrequests.iskeyed, 1)))
        .orderBy(asc(enrollmentrequests.modifieddate))
        .limit(1),
    ),
  ),
);

export const candidatesOf = query((given: Params<{ requestid: number }>) =>
  build
    .select()
    .from(enrollmentcandidates)
    .where(eq(enrollmentcandidates.requestid, given.requestid))
    .orderBy(enrollmentcandidates.candidateid),
);

type Candidate = {
  requestid: number;
  noncehash: string;
  address: string | null;
  iskeyed: 0 | 1;
  at: string;
};

export const updateSeenCandidate = command((given: Params<Candidate>) =>
  build
    .update(enrollmentcandidates)
    .set({
      address: given.address,
      iskeyed: sql`max(${enrollmentcandidates.iskeyed}, ${given.iskeyed})`,
      lastseen: given.at,
    })
    .where(
      and(
        eq(enrollmentcandidates.requestid, given.requestid),
        eq(enrollmentcandidates.noncehash, given.noncehash),
      ),
    ),
);

export const insertCandidate = command((given: Params<Candidate>) =>
  build.insert(enrollmentcandidates).values({
    requestid: given.requestid,
    noncehash: given.noncehash,
    address: given.address,
    iskeyed: given.iskeyed,
    firstseen: given.at,
    lastseen: given.at,
  }),
);

/** Deletes the last candidate that joined without the key, but never the first candidate. */
export const deleteKeylessCandidate = command((given: Params<{ requestid: number }>) =>
  build.delete(enrollmentcandidates).where(
    sql`${enrollmentcandidates.candidateid} = (
      SELECT joined.candidateid FROM ${enrollmentcandidates} AS joined
      WHERE joined.requestid = ${given.requestid} AND joined.iskeyed = 0
        AND joined.candidateid > (SELECT min(first.candidateid) FROM ${enrollmentcandidates} AS first WHERE first.requestid = joined.requestid)
      ORDER BY joined.candidateid DESC LIMIT 1)`,
  ),
);

/** Registered PC with the host name of a request, and its enrollment state. */
export const pcByHostname = query((given: Params<{ hostname: string }>) =>
  build
    .select({
      assetid: computers.assetid,
      hostname: computers.hostname,
      assetnumber: assets.assetnumber,
      serialnumber: assets.serialnumber,
      location: locations.location,
      loggedinuser: computers.loggedinuser,
      lastreporteddate: computers.lastreporteddate,
      enrolled: sql<number>`${endpointcredentials.endpointcredentialid} IS NOT NULL`.as('enrolled'),
      blocked: sql<number>`${endpointblocks.endpointblockid} IS NOT NULL`.as('blocked'),
    })
    .from(computers)
    // The plus keeps SQLite from using the index on `isactive`, which would read all active assets.
    .innerJoin(assets, and(eq(assets.assetid, computers.assetid), sql`+${assets.isactive} = 1`))
    .leftJoin(locations, eq(locations.locationid, assets.locationid))
    .leftJoin(endpointcredentials, eq(endpointcredentials.assetid, computers.assetid))
    .leftJoin(endpointblocks, eq(endpointblocks.assetid, computers.assetid))
    .where(isNamed(computers.hostname, given.hostname)),
);

/** Approved and issued requests of a PC, which a revocation ends. */
export const openApprovals = query((given: Params<{ assetid: number }>) =>
  build
    .select({ requestid: enrollmentrequests.requestid })
    .from(enrollmentrequests)
    .where(
      and(
        eq(enrollmentrequests.assetid, given.assetid),
        inArray(enrollmentrequests.state, ['approved', 'issued']),
      ),
    ),
);

export const listedRequests = query(() => build.select().from(enrollmentrequests));

export const requestById = query((given: Params<{ requestid: number }>) =>
  build.select().from(enrollmentrequests).where(eq(enrollmentrequests.requestid, given.requestid)),
);
