import { and, eq, inArray, sql } from 'drizzle-orm';
import { build, command, type Given, query } from '../../../src/kit/data/query.ts';
import {
  endpointblocks,
  endpointcommands,
  endpointcredentials,
  endpointlocks,
  enrollmentrequests,
} from '../tables.ts';

type Both = Given<{ kept: number; retired: number }>;

/** What a record has is given to the one that stands for it, unless that has its own. */
const giving = (table: typeof endpointcredentials | typeof endpointblocks | typeof endpointlocks) =>
  command((given: Both) =>
    build
      .update(table)
      .set({ assetid: given.kept })
      .where(
        and(
          eq(table.assetid, given.retired),
          sql`NOT EXISTS (SELECT 1 FROM ${table} AS own WHERE own.assetid = ${given.kept})`,
        ),
      ),
  );

export const giveCredential = giving(endpointcredentials);
export const giveBlock = giving(endpointblocks);
export const giveLock = giving(endpointlocks);

/** Requests to enroll that named the record. */
export const giveRequests = command((given: Both) =>
  build
    .update(enrollmentrequests)
    .set({ assetid: given.kept })
    .where(eq(enrollmentrequests.assetid, given.retired)),
);

export const dropCredential = command((given: Both) =>
  build.delete(endpointcredentials).where(eq(endpointcredentials.assetid, given.retired)),
);

/** Commands that wait, or whose result is awaited. */
export const unfinishedOf = query((given: Both) =>
  build
    .select({ commandid: endpointcommands.commandid })
    .from(endpointcommands)
    .where(
      and(
        eq(endpointcommands.assetid, given.retired),
        inArray(endpointcommands.state, ['queued', 'pending']),
      ),
    ),
);
