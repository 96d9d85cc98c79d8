import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import { endpointlogs } from './tables.ts';

const { content: _content, ...columns } = getTableColumns(endpointlogs);

/** A log of a PC with its content. */
export const logOf = query((params: Params<{ assetid: number; logid: number }>) =>
  build
    .select()
    .from(endpointlogs)
    .where(and(eq(endpointlogs.assetid, params.assetid), eq(endpointlogs.logid, params.logid))),
);

/** The log of a command, without its content. */
export const logOfCommand = query((params: Params<{ commandid: number }>) =>
  build.select(columns).from(endpointlogs).where(eq(endpointlogs.commandid, params.commandid)),
);

/** Stores a log file that a command collected. */
export const insertLog = command(
  (
    params: Params<{
      assetid: number;
      commandid: number;
      path: string;
      content: string;
      size: number;
      sha256: string;
      at: string;
    }>,
  ) =>
    build.insert(endpointlogs).values({
      assetid: params.assetid,
      commandid: params.commandid,
      path: params.path,
      content: params.content,
      size: params.size,
      sha256: params.sha256,
      createddate: params.at,
    }),
);

/** Deletes all but the newest logs of a PC. */
export const pruneLogs = command((params: Params<{ assetid: number; most: number }>) =>
  build
    .delete(endpointlogs)
    .where(
      sql`${endpointlogs.assetid} = ${params.assetid} AND ${endpointlogs.logid} NOT IN (SELECT logid FROM ${endpointlogs} WHERE assetid = ${params.assetid} ORDER BY logid DESC LIMIT ${params.most})`,
    ),
);
