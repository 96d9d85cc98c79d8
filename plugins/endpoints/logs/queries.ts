import { and, asc, count, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import { endpointlogs } from './tables.ts';

const { content: _content, ...told } = getTableColumns(endpointlogs);

const ofAsset = (given: Params<{ assetid: number; most: number; offset: number }>) =>
  build.select(told).from(endpointlogs).where(eq(endpointlogs.assetid, given.assetid)).$dynamic();

export const newestLogs = query((given: Params<{ assetid: number; most: number; offset: number }>) =>
  ofAsset(given).orderBy(desc(endpointlogs.logid)).limit(given.most).offset(given.offset),
);

export const oldestLogs = query((given: Params<{ assetid: number; most: number; offset: number }>) =>
  ofAsset(given).orderBy(asc(endpointlogs.logid)).limit(given.most).offset(given.offset),
);

export const logsOf = query((given: Params<{ assetid: number }>) =>
  build
    .select({ n: count().as('n') })
    .from(endpointlogs)
    .where(eq(endpointlogs.assetid, given.assetid)),
);

export const logOf = query((given: Params<{ assetid: number; logid: number }>) =>
  build
    .select()
    .from(endpointlogs)
    .where(and(eq(endpointlogs.assetid, given.assetid), eq(endpointlogs.logid, given.logid))),
);

export const logOfCommand = query((given: Params<{ commandid: number }>) =>
  build.select(told).from(endpointlogs).where(eq(endpointlogs.commandid, given.commandid)),
);

export const insertLog = command(
  (
    given: Params<{
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
      assetid: given.assetid,
      commandid: given.commandid,
      path: given.path,
      content: given.content,
      size: given.size,
      sha256: given.sha256,
      createddate: given.at,
    }),
);

/** Deletes all but the newest logs of a PC. */
export const pruneLogs = command((given: Params<{ assetid: number; most: number }>) =>
  build
    .delete(endpointlogs)
    .where(
      sql`${endpointlogs.assetid} = ${given.assetid} AND ${endpointlogs.logid} NOT IN (SELECT logid FROM ${endpointlogs} WHERE assetid = ${given.assetid} ORDER BY logid DESC LIMIT ${given.most})`,
    ),
);
