import { z } from 'zod';
import { type Actor, hasPermission } from '../../../src/kit/actor.ts';
import type { Reader, Value } from '../../../src/kit/data/reader.ts';
import { notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { forbidden } from '../../../src/kit/http/access.ts';
import { datedQuery, idParam, pageOf, pagingOf } from '../../../src/kit/http/paging.ts';
import { ACTIONS, ISSUE_PERMISSIONS } from '../actions.ts';
import { computerOf } from '../queries.ts';
import { commandById, listedCommands } from './queries.ts';
import { COMMAND_STATES, type commandRecord } from './schemas.ts';

export const commandListQuery = z.object({
  ...datedQuery,
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
 * Reports whether the actor may read the user who issued a command. Only actors who may issue commands do; others
 * see the command without its user.
 */
export const canSeeRequesters = (actor: Actor): boolean =>
  ISSUE_PERMISSIONS.some((permission) => hasPermission(actor, permission));

/**
 * Lists commands with the start of their output, the newest first by default. Throws 403 for the filter
 * `userid` when the actor does not see the users.
 */
export function listCommands(host: Host, actor: Actor, query: z.output<typeof commandListQuery>) {
  // Without this check, a caller could learn the hidden user of a command through the filter.
  if (query.userid !== undefined && !canSeeRequesters(actor)) throw forbidden();
  const filters = (['assetid', 'state', 'action', 'userid'] as const).filter(
    (key) => query[key] !== undefined,
  );
  const params = filters.map((key) => query[key] as Value);
  const conditions = filters.map((key) => `k.${key} = ?`);
  if (query.finishedsince !== undefined) {
    conditions.push('k.finisheddate > ?');
    params.push(query.finishedsince);
  }
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  const paging = pagingOf(query);
  return host.db.read((reader) => {
    const total = host.db.count(`SELECT count(*) FROM endpointcommands AS k${where}`, params);
    const rows = reader.all<ListedCommand>(
      `SELECT k.*, c.hostname FROM (${listedCommands.text()}) AS k LEFT JOIN computers AS c ON c.assetid = k.assetid${where} ORDER BY k.commandid ${query.dir ?? 'desc'} LIMIT ? OFFSET ?`,
      ...params,
      paging.perpage,
      paging.offset,
    );
    return pageOf(
      rows.map((row) => toCommandView(row, actor)),
      total,
      paging,
    );
  });
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
