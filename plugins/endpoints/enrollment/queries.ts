import { and, asc, count, countDistinct, desc, eq, inArray, sql } from 'drizzle-orm';
import { isActiveAssetOf } from '../../../src/features/catalog/index.ts';
import { assets, locations } from '../../../src/features/catalog/tables.ts';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import { isNamed } from '../../../src/kit/data/same-name.ts';
import { computers } from '../../computers/tables.ts';
import { endpointblocks, endpointcredentials, enrollmentcandidates, enrollmentrequests } from '../tables.ts';

type Pair = { hostname: string; serialnumber: string };
const isPair = (params: Params<Pair>) =>
  and(
    eq(enrollmentrequests.hostname, params.hostname),
    eq(enrollmentrequests.serialnumber, params.serialnumber),
  );
const isPending = sql`${enrollmentrequests.state} = 'pending'`;

/** The pending request of a host name and serial number. */
export const pendingOfPair = query((params: Params<Pair>) =>
  build
    .select()
    .from(enrollmentrequests)
    .where(and(isPair(params), isPending)),
);

/** The newest approved or issued request of a host name and serial number for a nonce. */
export const decidedFor = query((params: Params<Pair & { noncehash: string }>) =>
  build
    .select()
    .from(enrollmentrequests)
    .where(
      and(
        eq(enrollmentrequests.noncehash, params.noncehash),
        isPair(params),
        inArray(enrollmentrequests.state, ['approved', 'issued']),
      ),
    )
    .orderBy(desc(enrollmentrequests.requestid))
    .limit(1),
);

/** A rejected request of a host name and serial number in which this nonce was a candidate. */
export const rejectedFor = query((params: Params<Pair & { noncehash: string }>) =>
  build
    .select({ requestid: enrollmentrequests.requestid })
    .from(enrollmentrequests)
    .innerJoin(enrollmentcandidates, eq(enrollmentcandidates.requestid, enrollmentrequests.requestid))
    .where(
      and(
        isPair(params),
        eq(enrollmentrequests.state, 'rejected'),
        eq(enrollmentcandidates.noncehash, params.noncehash),
      ),
    )
    .limit(1),
);

/** Inserts a pending request, and returns its ID. */
export const insertRequest = command(
  (
    params: Params<
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
        hostname: params.hostname,
        serialnumber: params.serialnumber,
        iskeyed: params.iskeyed,
        agentversion: params.agentversion,
        osversion: params.osversion,
        network: params.network,
        createddate: params.at,
        modifieddate: params.at,
      })
      .returning({ requestid: enrollmentrequests.requestid }),
);

/** Updates a request that is made again. It stays keyed once a call had the shared key. */
export const updateSeenRequest = command(
  (
    params: Params<{
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
        iskeyed: sql`max(${enrollmentrequests.iskeyed}, ${params.iskeyed})`,
        agentversion: params.agentversion,
        osversion: params.osversion,
        modifieddate: params.at,
      })
      .where(eq(enrollmentrequests.requestid, params.requestid)),
);

/** Number of pending requests. */
export const pendingCount = query(() =>
  build
    .select({ n: count().as('n') })
    .from(enrollmentrequests)
    .where(isPending),
);

/** Number of active computers whose host name has a pending request. */
export const pendingComputers = query(() =>
  build
    .select({ n: countDistinct(computers.assetid).as('n') })
    .from(enrollmentrequests)
    .innerJoin(computers, eq(computers.hostname, enrollmentrequests.hostname))
    .innerJoin(assets, isActiveAssetOf(computers.assetid))
    .where(isPending),
);

const isKeyless = and(isPending, eq(enrollmentrequests.iskeyed, 0));

/** Pending requests without the shared key, counted by network address, the largest count first. */
export const keylessByAddress = query((params: Params<{ most: number }>) =>
  build
    .select({ network: enrollmentrequests.network, n: count().as('n') })
    .from(enrollmentrequests)
    .where(isKeyless)
    .groupBy(enrollmentrequests.network)
    .orderBy(desc(sql`n`), enrollmentrequests.network)
    .limit(params.most),
);

/** Deletes the pending requests of one address that came without the key, except the newest `kept`. */
export const deleteKeylessOf = command((params: Params<{ network: string | null; kept: number }>) =>
  build.delete(enrollmentrequests).where(
    sql`${enrollmentrequests.requestid} IN (
      SELECT requestid FROM ${enrollmentrequests} AS old
      WHERE old.state = 'pending' AND old.iskeyed = 0 AND old.network IS ${params.network}
      ORDER BY old.modifieddate DESC, old.requestid DESC LIMIT -1 OFFSET ${params.kept})`,
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

/** Agents that made the same request, each with its own nonce, the first one first. */
export const candidatesOf = query((params: Params<{ requestid: number }>) =>
  build
    .select()
    .from(enrollmentcandidates)
    .where(eq(enrollmentcandidates.requestid, params.requestid))
    .orderBy(enrollmentcandidates.candidateid),
);

type Candidate = {
  requestid: number;
  noncehash: string;
  address: string | null;
  iskeyed: 0 | 1;
  at: string;
};

/** Updates a candidate that calls again. It stays keyed once a call had the shared key. */
export const updateSeenCandidate = command((params: Params<Candidate>) =>
  build
    .update(enrollmentcandidates)
    .set({
      address: params.address,
      iskeyed: sql`max(${enrollmentcandidates.iskeyed}, ${params.iskeyed})`,
      lastseen: params.at,
    })
    .where(
      and(
        eq(enrollmentcandidates.requestid, params.requestid),
        eq(enrollmentcandidates.noncehash, params.noncehash),
      ),
    ),
);

/** Adds an agent as a candidate to a request. */
export const insertCandidate = command((params: Params<Candidate>) =>
  build.insert(enrollmentcandidates).values({
    requestid: params.requestid,
    noncehash: params.noncehash,
    address: params.address,
    iskeyed: params.iskeyed,
    firstseen: params.at,
    lastseen: params.at,
  }),
);

/** Deletes the last candidate that joined without the key, but never the first candidate. */
export const deleteKeylessCandidate = command((params: Params<{ requestid: number }>) =>
  build.delete(enrollmentcandidates).where(
    sql`${enrollmentcandidates.candidateid} = (
      SELECT joined.candidateid FROM ${enrollmentcandidates} AS joined
      WHERE joined.requestid = ${params.requestid} AND joined.iskeyed = 0
        AND joined.candidateid > (SELECT min(first.candidateid) FROM ${enrollmentcandidates} AS first WHERE first.requestid = joined.requestid)
      ORDER BY joined.candidateid DESC LIMIT 1)`,
  ),
);

/** Active PCs with the host name of a request, and their enrollment state. */
export const pcByHostname = query((params: Params<{ hostname: string }>) =>
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
    .innerJoin(assets, isActiveAssetOf(computers.assetid))
    .leftJoin(locations, eq(locations.locationid, assets.locationid))
    .leftJoin(endpointcredentials, eq(endpointcredentials.assetid, computers.assetid))
    .leftJoin(endpointblocks, eq(endpointblocks.assetid, computers.assetid))
    .where(isNamed(computers.hostname, params.hostname)),
);

/** Approved and issued requests of a PC, which a revocation ends. */
export const openApprovals = query((params: Params<{ assetid: number }>) =>
  build
    .select({ requestid: enrollmentrequests.requestid })
    .from(enrollmentrequests)
    .where(
      and(
        eq(enrollmentrequests.assetid, params.assetid),
        inArray(enrollmentrequests.state, ['approved', 'issued']),
      ),
    ),
);

export const requestById = query((params: Params<{ requestid: number }>) =>
  build.select().from(enrollmentrequests).where(eq(enrollmentrequests.requestid, params.requestid)),
);
