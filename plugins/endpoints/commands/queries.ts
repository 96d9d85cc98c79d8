import { and, count, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import { applications, appversions } from '../../../src/features/catalog/tables.ts';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import {
  commandbatches,
  endpointcommands,
  endpointlocks,
  endpoints,
  endpointscriptrevisions,
  endpointscripts,
} from '../tables.ts';

const isQueued = sql`${endpointcommands.state} = 'queued'`;
const isPending = sql`${endpointcommands.state} = 'pending'`;

/** Number of commands in a state. */
export const commandCount = query((params: Params<{ state: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(endpointcommands)
    .where(eq(endpointcommands.state, params.state)),
);

/** Number of commands that failed since a day or an instant. */
export const failedCommandCount = query((params: Params<{ since: string }>) =>
  build
    .select({ n: count().as('n') })
    .from(endpointcommands)
    .where(and(gt(endpointcommands.finisheddate, params.since), sql`+${endpointcommands.state} = 'failed'`)),
);

/** Number of queued and running commands that install another agent build. */
export const openUpgradeCount = query(() =>
  build
    .select({ n: count().as('n') })
    .from(endpointcommands)
    .where(
      and(
        inArray(endpointcommands.state, ['queued', 'pending']),
        sql`${endpointcommands.parameters} ->> '$.packageid' IS NOT NULL`,
      ),
    ),
);

/** PCs with at least one queued command. */
export const pcsWithWork = query(() =>
  build.selectDistinct({ assetid: endpointcommands.assetid }).from(endpointcommands).where(isQueued),
);

/** Number of queued commands of a PC. */
export const queuedCommandsOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ n: count().as('n') })
    .from(endpointcommands)
    .where(and(eq(endpointcommands.assetid, params.assetid), isQueued)),
);

/**
 * Assigns the oldest queued command of a PC in one statement, so that no other request gets the same one.
 * Assigns none while another command is in flight or the PC is locked for another command. A command queued
 * before `since` has expired, even if the cleanup job has not run yet. A command of a batch waits until the
 * whole batch is queued.
 */
export const claimNext = command((params: Params<{ assetid: number; at: string; since: string }>) =>
  build
    .update(endpointcommands)
    .set({
      state: 'pending',
      claimeddate: params.at,
      duedate: sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${params.at}, '+' || ${endpointcommands.limitseconds} || ' seconds')`,
    })
    .where(
      sql`${endpointcommands.commandid} = (
        SELECT queued.commandid FROM ${endpointcommands} AS queued
        LEFT JOIN ${endpointlocks} AS held ON held.assetid = queued.assetid AND coalesce(held.expiresat, '9') > ${params.at}
        WHERE queued.assetid = ${params.assetid} AND queued.state = 'queued'
          AND queued.createddate >= ${params.since}
          AND (held.endpointlockid IS NULL OR held.commandid = queued.commandid)
          AND NOT EXISTS (SELECT 1 FROM ${commandbatches} WHERE ${commandbatches.batchid} = queued.batchid)
          AND NOT EXISTS (SELECT 1 FROM ${endpointcommands} AS other WHERE other.assetid = queued.assetid AND other.state = 'pending')
        ORDER BY queued.commandid LIMIT 1)`,
    )
    .returning({
      commandid: endpointcommands.commandid,
      action: endpointcommands.action,
      payload: endpointcommands.payload,
      duedate: endpointcommands.duedate,
    }),
);

/** Stores the final state and the result of a command. */
export const finishCommand = command(
  (
    params: Params<{
      commandid: number;
      state: string;
      reason: string | null;
      exitcode: number | null;
      output: string | null;
      durationms: number | null;
      resultdigest: string | null;
      at: string;
    }>,
  ) =>
    build
      .update(endpointcommands)
      .set({
        state: params.state,
        reason: params.reason,
        exitcode: params.exitcode,
        output: params.output,
        durationms: params.durationms,
        resultdigest: params.resultdigest,
        finisheddate: params.at,
      })
      .where(eq(endpointcommands.commandid, params.commandid)),
);

/**
 * Ends the queued and pending commands of restored data: they may have been sent, finished or canceled after
 * the backup was made.
 */
export const endQueuedCommands = command((params: Params<{ at: string }>) =>
  build
    .update(endpointcommands)
    .set({ state: 'failed', reason: 'restored', finisheddate: params.at })
    .where(or(isQueued, isPending)),
);

/** Queues a command for one PC. */
export const insertCommand = command(
  (
    params: Params<{
      assetid: number;
      action: string;
      parameters: string;
      payload: string;
      userid: number | null;
      username: string;
      isoverride: 0 | 1;
      limitseconds: number;
      batchid: number | null;
      at: string;
    }>,
  ) =>
    build
      .insert(endpointcommands)
      .values({
        assetid: params.assetid,
        action: params.action,
        parameters: params.parameters,
        payload: params.payload,
        userid: params.userid,
        username: params.username,
        isoverride: params.isoverride,
        limitseconds: params.limitseconds,
        batchid: params.batchid,
        createddate: params.at,
      })
      .returning({ commandid: endpointcommands.commandid }),
);

/** Opens a batch. Only commands with a higher ID than the current maximum can belong to it. */
export const openBatch = command(() =>
  build
    .insert(commandbatches)
    .values({
      lastcommandid: sql`(SELECT coalesce(max(${endpointcommands.commandid}), 0) FROM ${endpointcommands})`,
    })
    .returning({ batchid: commandbatches.batchid }),
);

/** Closes a batch, so that PCs can fetch its commands. */
export const closeBatch = command((params: Params<{ batchid: number }>) =>
  build.delete(commandbatches).where(eq(commandbatches.batchid, params.batchid)),
);

/** Batches whose commands are not completely queued. */
export const openBatches = query(() => build.select().from(commandbatches));

/** Deletes the commands of an open batch. `lastcommandid` precedes all of them, which limits the search. */
export const deleteCommandsOf = command((params: Params<{ batchid: number; lastcommandid: number }>) =>
  build
    .delete(endpointcommands)
    .where(
      and(gt(endpointcommands.commandid, params.lastcommandid), eq(endpointcommands.batchid, params.batchid)),
    ),
);

/** Pending commands whose result is overdue at an instant. */
export const overdueCommands = query((params: Params<{ at: string }>) =>
  build
    .select({ commandid: endpointcommands.commandid, assetid: endpointcommands.assetid })
    .from(endpointcommands)
    .where(and(isPending, lt(endpointcommands.duedate, params.at))),
);

/** Queued commands that were created before an instant. */
export const staleCommands = query((params: Params<{ before: string }>) =>
  build
    .select({ commandid: endpointcommands.commandid, assetid: endpointcommands.assetid })
    .from(endpointcommands)
    .where(and(isQueued, lt(endpointcommands.createddate, params.before))),
);

export const scriptById = query((params: Params<{ scriptid: number }>) =>
  build.select().from(endpointscripts).where(eq(endpointscripts.scriptid, params.scriptid)),
);

export const applicationById = query((params: Params<{ appid: number }>) =>
  build.select().from(applications).where(eq(applications.appid, params.appid)),
);

export const versionById = query((params: Params<{ appversionid: number }>) =>
  build.select().from(appversions).where(eq(appversions.appversionid, params.appversionid)),
);

export const commandById = query((params: Params<{ commandid: number }>) =>
  build.select().from(endpointcommands).where(eq(endpointcommands.commandid, params.commandid)),
);

/** Text and digest of one revision of a script. */
export const revisionOf = query((params: Params<{ scriptid: number; revision: number }>) =>
  build
    .select({ body: endpointscriptrevisions.body, sha256: endpointscriptrevisions.sha256 })
    .from(endpointscriptrevisions)
    .where(
      and(
        eq(endpointscriptrevisions.scriptid, params.scriptid),
        eq(endpointscriptrevisions.revision, params.revision),
      ),
    ),
);

/** The lock of a PC, unless it has expired at an instant. */
export const lockOf = query((params: Params<{ assetid: number; at: string }>) =>
  build
    .select()
    .from(endpointlocks)
    .where(
      and(
        eq(endpointlocks.assetid, params.assetid),
        sql`coalesce(${endpointlocks.expiresat}, '9') > ${params.at}`,
      ),
    ),
);

/** The lock of a PC, expired or not. */
export const anyLockOf = query((params: Params<{ assetid: number }>) =>
  build.select().from(endpointlocks).where(eq(endpointlocks.assetid, params.assetid)),
);

/** Locks that have expired at an instant. */
export const endedLocks = query((params: Params<{ at: string }>) =>
  build
    .select({ endpointlockid: endpointlocks.endpointlockid, assetid: endpointlocks.assetid })
    .from(endpointlocks)
    .where(sql`coalesce(${endpointlocks.expiresat}, '9') <= ${params.at}`),
);

/** The agent version and the last check-in of a PC. */
export const agentVersionOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ agentversion: endpoints.agentversion, lastcheckin: endpoints.lastcheckin })
    .from(endpoints)
    .where(eq(endpoints.assetid, params.assetid)),
);

/** Deletes a lock. */
export const endLock = command((params: Params<{ endpointlockid: number }>) =>
  build.delete(endpointlocks).where(eq(endpointlocks.endpointlockid, params.endpointlockid)),
);
