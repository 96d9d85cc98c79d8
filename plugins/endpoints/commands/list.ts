import { z } from 'zod';
import type { Actor } from '../../../src/kit/actor.ts';
import type { Reader, Value } from '../../../src/kit/data/reader.ts';
import type { SqlCondition } from '../../../src/kit/data/sql-condition.ts';
import { notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { forbidden } from '../../../src/kit/http/access.ts';
import { Page } from '../../../src/kit/http/page.ts';
import { idParam } from '../../../src/kit/http/paging.ts';
import { readListPage } from '../../../src/kit/list/list-page.ts';
import { ACTIONS } from '../actions.ts';
import { computerOf } from '../queries.ts';
import { canSeeRequesters, commandColumns } from './list-columns.ts';
import { commandById } from './queries.ts';
import { COMMAND_STATES, type commandRecord } from './schemas.ts';

export const commandListQuery = commandColumns.createQuery({
  assetid: idParam.optional(),
  state: z.enum(COMMAND_STATES).optional(),
  action: z.enum(ACTIONS).optional(),
  userid: idParam.optional(),
  finishedsince: z.iso
    .date('Enter a date such as 2026-01-31.')
    .optional()
    .meta({ description: 'Commands that ended on this day or later.' }),
});

type CommandView = z.output<typeof commandRecord>;
type ListedCommand = Omit<CommandView, 'parameters' | 'isoverride' | 'hostname' | 'hasmore'> & {
  parameters: string;
  isoverride: number;
  hasmore: number;
  hostname: string | null;
};

/**
 * Lists commands with the start of their output, the newest first by default. Throws 403 for a filter or an
 * order by the users when the actor does not see them.
 */
export function listCommands(host: Host, actor: Actor, query: z.output<typeof commandListQuery>) {
  // Without this check, a caller could learn the hidden user of a command through the filter.
  if (query.userid !== undefined && !canSeeRequesters(actor)) throw forbidden();
  const conditions: SqlCondition[] = (['assetid', 'state', 'action', 'userid'] as const)
    .filter((key) => query[key] !== undefined)
    .map((key) => ({ sql: `k.${key} = ?`, params: [query[key] as Value] }));
  if (query.finishedsince !== undefined)
    conditions.push({ sql: 'k.finisheddate > ?', params: [query.finishedsince] });
  const { rows, pagination } = readListPage<ListedCommand>(
    host.db,
    commandColumns,
    () => ({ from: 'endpointcommands k', id: 'k.commandid', conditions }),
    { query, actor },
  );
  const views = rows.map((row) => toCommandView(row, actor));
  return new Page(views, pagination);
}

function toCommandView(row: ListedCommand, actor: Actor): CommandView {
  const withheld = canSeeRequesters(actor) ? {} : { userid: null, username: null };
  return {
    ...row,
    parameters: JSON.parse(row.parameters),
    isoverride: row.isoverride === 1,
    hasmore: row.hasmore === 1,
    ...withheld,
  };
}

/** Returns one command for the API, with its whole output. Throws 404 when it is unknown. */
export function readCommandView(reader: Reader, actor: Actor, commandid: number): CommandView {
  const stored = commandById.get(reader, { commandid });
  if (!stored) throw notFound('Command');
  const {
    payload,
    resultdigest: _hash,
    limitseconds: _limit,
    duedate: _due,
    batchid: _batch,
    ...row
  } = stored;
  const hostname = computerOf.get(reader, row)?.hostname ?? null;
  const { appname = null, version: appversion = null } = JSON.parse(payload);
  return toCommandView(
    { ...row, appname, appversion, hasmore: 0, hostname } as unknown as ListedCommand,
    actor,
  );
}
