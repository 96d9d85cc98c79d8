import { and, eq, gte, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import {
  endpointblocks,
  endpointcommands,
  endpointcredentials,
  endpointlocks,
  enrollmentrequests,
} from '../tables.ts';
import { agentmerges, agentmoves, parkedcredentials } from './merge-tables.ts';

type Single = typeof endpointcredentials | typeof endpointblocks | typeof endpointlocks;
type MoveParams = Params<{ from: number; to: number }>;
type RowMoveParams = Params<{ movedid: number; from: number; to: number }>;

const hasNone = (table: Single, assetid: MoveParams['to']) =>
  sql`NOT EXISTS (SELECT 1 FROM ${table} AS own WHERE own.assetid = ${assetid})`;

/**
 * Builds statements for a table with at most one row per record. They move the row, or one row by its ID, to
 * a record that has none.
 */
const buildMoveCommands = (table: Single, id: AnySQLiteColumn) => ({
  all: command((params: MoveParams) =>
    build
      .update(table)
      .set({ assetid: params.to })
      .where(and(eq(table.assetid, params.from), hasNone(table, params.to)))
      .returning({ movedid: sql<number>`${id}`.as('movedid') }),
  ),
  one: command((params: RowMoveParams) =>
    build
      .update(table)
      .set({ assetid: params.to })
      .where(and(eq(id, params.movedid), eq(table.assetid, params.from), hasNone(table, params.to))),
  ),
});

/** Statements that move the credential of a record to another one without a credential. */
export const credentialMoves = buildMoveCommands(
  endpointcredentials,
  endpointcredentials.endpointcredentialid,
);
/** Statements that move the enrollment block of a record to another one without a block. */
export const blockMoves = buildMoveCommands(endpointblocks, endpointblocks.endpointblockid);
/** Statements that move the lock of a record to another one without a lock. */
export const lockMoves = buildMoveCommands(endpointlocks, endpointlocks.endpointlockid);

/** Enrollment requests that were approved for the record. */
export const requestsOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ movedid: sql<number>`${enrollmentrequests.requestid}`.as('movedid') })
    .from(enrollmentrequests)
    .where(eq(enrollmentrequests.assetid, params.assetid)),
);

/** An approval whose credential the agent has not fetched yet. */
export const approvedFor = query((params: Params<{ assetid: number }>) =>
  build
    .select({ requestid: enrollmentrequests.requestid })
    .from(enrollmentrequests)
    .where(and(eq(enrollmentrequests.assetid, params.assetid), eq(enrollmentrequests.state, 'approved'))),
);

/** Moves an enrollment request to another record, if it still belongs to `from`. */
export const moveRequest = command((params: RowMoveParams) =>
  build
    .update(enrollmentrequests)
    .set({ assetid: params.to })
    .where(
      and(eq(enrollmentrequests.requestid, params.movedid), eq(enrollmentrequests.assetid, params.from)),
    ),
);

const serialOf = (assetid: MoveParams['to']) =>
  sql`(SELECT serialnumber FROM assets WHERE assetid = ${assetid})`;

/**
 * Moves the requests that were decided since an instant and have the serial number of the target record, but
 * not of the source.
 */
export const moveRequestsSince = command((params: Params<{ from: number; to: number; since: string }>) =>
  build
    .update(enrollmentrequests)
    .set({ assetid: params.to })
    .where(
      and(
        eq(enrollmentrequests.assetid, params.from),
        gte(enrollmentrequests.modifieddate, params.since),
        sql`${enrollmentrequests.serialnumber} = ${serialOf(params.to)}`,
        sql`${enrollmentrequests.serialnumber} IS NOT ${serialOf(params.from)}`,
      ),
    ),
);

/** Matches a credential that was issued for an approved request of the other record. */
const isOfRequestOf = (params: MoveParams) =>
  and(
    eq(endpointcredentials.assetid, params.from),
    sql`${endpointcredentials.noncehash} IN (SELECT noncehash FROM ${enrollmentrequests} AS asked
      WHERE asked.assetid = ${params.to} AND asked.state = 'issued')`,
  );

/** Moves the credential that was issued for a request of the other record, if that record has none. */
export const moveIssuedCredentials = command((params: MoveParams) =>
  build
    .update(endpointcredentials)
    .set({ assetid: params.to })
    .where(and(isOfRequestOf(params), hasNone(endpointcredentials, params.to))),
);

/** Deletes the credential that was issued for a request of the other record and could not move there. */
export const deleteIssuedCredentials = command((params: MoveParams) =>
  build.delete(endpointcredentials).where(isOfRequestOf(params)),
);

export const deleteCredential = command((params: Params<{ endpointcredentialid: number }>) =>
  build
    .delete(endpointcredentials)
    .where(eq(endpointcredentials.endpointcredentialid, params.endpointcredentialid)),
);

type ParkedCredential = Params<typeof parkedcredentials.$inferSelect>;

/** Stores a credential that ends with a merge, so that an undo can restore it. */
export const parkCredential = command((params: ParkedCredential) =>
  build.insert(parkedcredentials).values({
    parkedcredentialid: params.parkedcredentialid,
    agentmergeid: params.agentmergeid,
    assetid: params.assetid,
    prefix: params.prefix,
    secrethash: params.secrethash,
    noncehash: params.noncehash,
    firstuseddate: params.firstuseddate,
    createddate: params.createddate,
  }),
);

/** Restores a parked credential with its ID and its record. */
export const unparkCredential = command((params: Omit<ParkedCredential, 'agentmergeid'>) =>
  build.insert(endpointcredentials).values({
    endpointcredentialid: params.parkedcredentialid,
    assetid: params.assetid,
    prefix: params.prefix,
    secrethash: params.secrethash,
    noncehash: params.noncehash,
    firstuseddate: params.firstuseddate,
    createddate: params.createddate,
  }),
);

/** Credentials that a merge parked. */
export const parkedOfMerge = query((params: Params<{ agentmergeid: number }>) =>
  build.select().from(parkedcredentials).where(eq(parkedcredentials.agentmergeid, params.agentmergeid)),
);

export const deleteParkedCredentials = command((params: Params<{ agentmergeid: number }>) =>
  build.delete(parkedcredentials).where(eq(parkedcredentials.agentmergeid, params.agentmergeid)),
);

/** Parked credentials of a record and of all records merged into it. */
export const parkedUnder = query((params: Params<{ assetid: number }>) =>
  build
    .select()
    .from(parkedcredentials)
    .where(
      sql`${parkedcredentials.assetid} IN (WITH RECURSIVE under (assetid) AS (
        SELECT ${params.assetid} UNION
        SELECT gone.assetid FROM ${agentmerges} AS gone JOIN under ON gone.intoassetid = under.assetid
      ) SELECT assetid FROM under)`,
    ),
);

/** Records a row that a merge moved, so that an undo can move it back. */
export const recordMove = command((params: Params<{ agentmergeid: number; kind: string; movedid: number }>) =>
  build
    .insert(agentmoves)
    .values({ agentmergeid: params.agentmergeid, kind: params.kind, movedid: params.movedid }),
);

/** Rows that a merge moved. */
export const movesOf = query((params: Params<{ agentmergeid: number }>) =>
  build.select().from(agentmoves).where(eq(agentmoves.agentmergeid, params.agentmergeid)),
);

export const deleteMoves = command((params: Params<{ agentmergeid: number }>) =>
  build.delete(agentmoves).where(eq(agentmoves.agentmergeid, params.agentmergeid)),
);

/** The merges in which this record was merged into another one. */
export const mergeOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ agentmergeid: agentmerges.agentmergeid })
    .from(agentmerges)
    .where(eq(agentmerges.assetid, params.assetid)),
);

/** Commands fetched since an instant whose result is outstanding. */
export const fetchedSince = query((params: Params<{ assetid: number; since: string }>) =>
  build
    .select({ commandid: endpointcommands.commandid })
    .from(endpointcommands)
    .where(
      and(
        eq(endpointcommands.assetid, params.assetid),
        eq(endpointcommands.state, 'pending'),
        gte(endpointcommands.claimeddate, params.since),
      ),
    ),
);
