import { createHash } from 'node:crypto';
import type { WriteContext } from '../../../src/kit/data/tx.ts';
import { AppError, invalid, notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { assetMismatchError } from '../agent-credentials.ts';
import { logRequest, validateLogFile } from '../commands/log-folders.ts';
import { commandById } from '../commands/queries.ts';
import type { EndpointCommand } from '../tables.ts';
import { insertLog, logOf, logOfCommand, pruneLogs } from './queries.ts';
import type { CollectLogInput } from './schemas.ts';

const MAX_LOGS = 20;

/**
 * Stores the log file that a command requested, and keeps the newest `MAX_LOGS` of the PC. The same content
 * again changes nothing. Throws 404 for an unknown command and 403 for a command of another PC. Throws 409
 * when the command requests no log, already has another one, or expects none any more. Throws 400 for a path
 * that may not be read.
 */
export function saveLog(
  host: Host,
  context: WriteContext,
  assetid: number,
  { commandid, path, content }: CollectLogInput,
) {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return host.db.transact(context, 'endpoints.log.collected', (tx) => {
    const command = commandById.get(tx, { commandid });
    if (!command) throw notFound('Command');
    if (command.assetid !== assetid) throw assetMismatchError();
    const before = logOfCommand.get(tx, { commandid });
    if (before?.sha256 === sha256 && before.path === path) return before;
    refuseUnasked(command, before !== undefined);
    // The path may differ from the requested one, because a link may have led elsewhere.
    const problem = validateLogFile({ ...logRequest.parse(JSON.parse(command.payload)), path });
    if (problem) throw invalid('path', problem);
    insertLog.run(tx, {
      assetid,
      commandid,
      path,
      content,
      size: Buffer.byteLength(content),
      sha256,
      at: tx.at,
    });
    pruneLogs.run(tx, { assetid, most: MAX_LOGS });
    const log = logOfCommand.get(tx, { commandid })!;
    const details = { commandid, logid: log.logid, path, size: log.size };
    tx.audit({ entitytype: 'asset', entityid: assetid, details, undoable: false });
    return log;
  }).value;
}

function refuseUnasked({ action, state }: EndpointCommand, hasLog: boolean): void {
  const conflict = (message: string) => new AppError('CONFLICT', message, { field: 'commandid' });
  if (action !== 'collect_log') throw conflict('This command does not request a log file.');
  if (hasLog) throw conflict('The log file of this command was already received.');
  // A result may arrive before its log.
  if (state !== 'pending' && state !== 'succeeded')
    throw conflict(`This command is ${state} and expects no log file.`);
}

/** Returns one log of a PC with its content. Throws 404 when the PC has no such log. */
export function readLogView(host: Host, assetid: number, logid: number) {
  const row = host.db.read((reader) => logOf.get(reader, { assetid, logid }));
  if (!row) throw notFound('Log');
  return row;
}
