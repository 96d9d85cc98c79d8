import { and, eq, lt, sql } from 'drizzle-orm';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import { endpointlogs } from '../logs/tables.ts';
import { endpointcommands } from '../tables.ts';

type Page = { before: string; finisheddate: string; commandid: number; most: number };

/** Commands that ended before an instant, in the order of their end, after the named one. */
export const endedBefore = query((params: Params<Page>) =>
  build
    .select({ commandid: endpointcommands.commandid, finisheddate: endpointcommands.finisheddate })
    .from(endpointcommands)
    .where(
      and(
        lt(endpointcommands.finisheddate, params.before),
        sql`(${endpointcommands.finisheddate}, ${endpointcommands.commandid}) > (${params.finisheddate}, ${params.commandid})`,
      ),
    )
    .orderBy(endpointcommands.finisheddate, endpointcommands.commandid)
    .limit(params.most),
);

/** Deletes a finished command. A command with a log file stays as long as the file. */
export const deleteCommand = command((params: Params<{ commandid: number }>) =>
  build
    .delete(endpointcommands)
    .where(
      and(
        eq(endpointcommands.commandid, params.commandid),
        sql`${endpointcommands.state} IN ('succeeded', 'failed')`,
        sql`NOT EXISTS (SELECT 1 FROM ${endpointlogs} AS kept WHERE kept.commandid = ${params.commandid})`,
      ),
    ),
);
