import { type Actor, hasPermission, isPerson } from '../../../src/kit/actor.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import type { Tx, WriteContext } from '../../../src/kit/data/tx.ts';
import { AppError, invalid, notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { forbidden } from '../../../src/kit/http/access.ts';
import { listMergedNames } from '../../../src/kit/resource/merged-names.ts';
import { TimeSlice } from '../../../src/kit/time-slice.ts';
import type { Action } from '../actions.ts';
import { createPolicyResolver } from '../policies/effective.ts';
import { findPcFacts, iteratePcsInScope, type PcFacts } from '../scope.ts';
import { type NewCommand, queueBatch } from './batch.ts';
import { failCommand } from './fail.ts';
import { placeLock } from './lock.ts';
import { parseFolders } from './log-folders.ts';
import { Polls } from './polls.ts';
import {
  agentVersionOf,
  applicationById,
  commandById,
  insertCommand,
  scriptById,
  versionById,
} from './queries.ts';
import {
  type CommandRequest,
  findRefusal,
  mayIssue,
  parseActionParameters,
  refuseAction,
  refuseLog,
} from './rules.ts';
import type { EnqueueInput, EnqueueManyInput } from './schemas.ts';

const LIMIT_SECONDS = 15 * 60;
const OVERRIDE_MINUTES = 60;

/** Data of a command that is the same for every PC: its payload and its time limit in seconds. */
interface Work {
  payload: string;
  limitseconds: number;
}

/**
 * Returns the checked parts of a request that are the same for every PC. Throws 403 or 400 when no PC may get
 * the command.
 */
function toCommandRequest(host: Host, { actor }: WriteContext, input: EnqueueInput): CommandRequest {
  const { action } = input;
  const override = input.override?.reason;
  refuseAction({ actor, action, override });
  const request: CommandRequest = {
    actor,
    action,
    override,
    parameters: parseActionParameters(action, input.parameters),
    folders: override === undefined ? parseFolders(host.settings.text('endpoints_log_folders')) : null,
    policyOf: createPolicyResolver(host),
    minimumVersion: host.settings.text('endpoints_minimum_agent_version'),
  };
  refuseLog(request, host.config.data);
  return request;
}

/**
 * Queues a command for one PC and wakes its poll. Returns the command ID. An override ignores the policy of
 * the PC and the log folders. It also locks the PC for an hour, so that the PC claims no other command.
 * Throws 404 for a PC that is unknown or inactive, and 400 for invalid parameters. Throws 403 without the
 * permission, and the error of `findRefusal` when the PC may not get the command.
 */
export function enqueueCommand(
  host: Host,
  context: WriteContext,
  assetid: number,
  input: EnqueueInput,
): number {
  const request = toCommandRequest(host, context, input);
  const action = input.override ? 'endpoints.override.used' : 'endpoints.command.queued';
  const { value } = host.db.transact(context, action, (tx) => {
    const facts = findPcFacts(tx, assetid);
    if (!facts) throw notFound('PC');
    const work = workOf(tx, request);
    const refusal = findRefusal(tx, facts, request);
    if (refusal) throw refusal;
    const commandid = insert(tx, facts, request, work);
    const reason = input.override?.reason;
    if (reason !== undefined) placeLock(tx, assetid, { reason, minutes: OVERRIDE_MINUTES, commandid });
    tx.audit({
      entitytype: 'asset',
      entityid: assetid,
      details: { commandid, action: request.action, parameters: request.parameters, reason },
      undoable: false,
    });
    return commandid;
  });
  host.getInstance(Polls).wake(assetid);
  return value;
}

/**
 * Queues a command for each of many PCs that may have it. The result names the reason for each PC that is
 * refused, and counts the queued PCs whose agent never checked in. Throws 400 unless there is either a list
 * or a scope, and when a listed PC is unknown or inactive. Throws 403 without the permission.
 */
export async function enqueueCommands(host: Host, context: WriteContext, input: EnqueueManyInput) {
  const { assetids, scope } = input;
  if ((assetids == null) === (scope == null)) throw invalid('assetids', 'Send either assetids or scope.');
  const request = toCommandRequest(host, context, input);
  const work = host.db.read((reader) => workOf(reader, request));
  const { fit, refused, unheard } = await checkPcs(host, context, request, input);
  const { action, parameters } = request;
  const counts = { queued: fit.length, refused: refused.length };
  const queued = await queueBatch(host, context, {
    action: 'endpoints.command.queued',
    details: { action, parameters, scope: scope ?? undefined, ...counts },
    commands: fit.map((facts) => commandFor(facts, request, work)),
  });
  return { queued, refused, unheard };
}

/**
 * Splits the PCs into those that may have the command and those that may not. Of the former, counts those
 * whose agent never checked in. Works in time slices, because there may be thousands of PCs.
 */
async function checkPcs(
  host: Host,
  { account }: WriteContext,
  request: CommandRequest,
  { assetids, scope }: EnqueueManyInput,
) {
  const fit: PcFacts[] = [];
  let unheard = 0;
  const refused: { assetid: number; code: string; message: string }[] = [];
  const turn = new TimeSlice(account);
  const { reader, close } = host.db.snapshot();
  try {
    for (const facts of assetids ? iteratePcs(reader, assetids) : iteratePcsInScope(reader, scope)) {
      const refusal = findRefusal(reader, facts, request);
      if (refusal) refused.push({ assetid: facts.assetid, code: refusal.code, message: refusal.message });
      else {
        fit.push(facts);
        if (!agentVersionOf.get(reader, facts)?.lastcheckin) unheard++;
      }
      if (turn.isOver) await turn.next();
    }
  } finally {
    close();
  }
  return { fit, refused, unheard };
}

function* iteratePcs(reader: Reader, assetids: readonly number[]): Generator<PcFacts> {
  for (const assetid of new Set(assetids)) {
    const facts = findPcFacts(reader, assetid);
    if (!facts) throw invalid('assetids', `${assetid} is not an active PC.`);
    yield facts;
  }
}

/**
 * Resolves the parameters when the command is queued, so that later changes of a script do not affect the
 * command.
 */
function workOf(reader: Reader, { actor, action, parameters, folders }: CommandRequest): Work {
  if (action === 'run_script') {
    const script = scriptById.get(reader, { scriptid: Number(parameters.scriptid) });
    if (script?.isactive !== 1)
      throw invalid('parameters.scriptid', 'This script does not exist or is not active.');
    const {
      scriptid,
      scriptname,
      sha256,
      revision,
      errormode,
      workingdirectory,
      usercontext,
      timeoutseconds,
    } = script;
    const captureoutput = script.captureoutput === 1;
    const sent = {
      scriptid,
      scriptname,
      sha256,
      revision,
      errormode,
      captureoutput,
      workingdirectory,
      usercontext,
      timeoutseconds,
    };
    return { payload: JSON.stringify(sent), limitseconds: Math.max(LIMIT_SECONDS, timeoutseconds + 120) };
  }
  if (action === 'update_app')
    return {
      payload: JSON.stringify(toUpdatePayload(reader, actor, parameters)),
      limitseconds: LIMIT_SECONDS,
    };
  const content = action === 'collect_log' ? { ...parameters, folders } : parameters;
  return { payload: JSON.stringify(content), limitseconds: LIMIT_SECONDS };
}

function toUpdatePayload(reader: Reader, actor: Actor, { appid, appversionid }: Record<string, unknown>) {
  const app = applicationById.get(reader, { appid: Number(appid) });
  const version = versionById.get(reader, { appversionid: Number(appversionid) });
  if (app?.isactive !== 1)
    throw invalid('parameters.appid', 'This application does not exist or is not active.');
  // The only reserved application is the agent itself. A change of its version requires both permissions on
  // every route.
  if (
    app.isreserved === 1 &&
    !['endpoints.agentupdate', 'endpoints.runscript'].every((one) => hasPermission(actor, one))
  )
    throw forbidden();
  if (version?.appid !== app.appid)
    throw invalid('parameters.appversionid', 'The application does not have this version.');
  const merged = [...listMergedNames(reader, 'applications')];
  const othernames = merged.filter(([, appid]) => appid === app.appid).map(([name]) => name);
  return {
    appid: app.appid,
    appversionid: version.appversionid,
    appname: app.appname,
    version: version.version,
    ...(othernames.length > 0 && { othernames }),
  };
}

const commandFor = (
  { assetid }: PcFacts,
  { action, parameters, override }: CommandRequest,
  work: Work,
): NewCommand => ({
  assetid,
  action,
  parameters: JSON.stringify(parameters),
  ...work,
  isoverride: override === undefined ? 0 : 1,
});

function insert(tx: Tx, facts: PcFacts, request: CommandRequest, work: Work): number {
  const { actor } = request;
  return insertCommand.get(tx, {
    ...commandFor(facts, request, work),
    userid: isPerson(actor) ? actor.userid : null,
    username: actor.name,
    batchid: null,
    at: tx.at,
  })!.commandid;
}

/**
 * Cancels a command that no agent has fetched yet. Throws 404 when it is unknown, 403 without the permission
 * for its action and 409 when it is not queued.
 */
export function cancelCommand(host: Host, context: WriteContext, commandid: number): void {
  host.db.transact(context, 'endpoints.command.cancelled', (tx) => {
    const row = commandById.get(tx, { commandid });
    if (!row) throw notFound('Command');
    if (!mayIssue(context.actor, row.action as Action))
      throw new AppError('FORBIDDEN', 'You do not have the permission to do this.');
    if (row.state !== 'queued')
      throw new AppError('CONFLICT', `This command is ${row.state}; only queued commands can be canceled.`, {
        field: 'state',
      });
    failCommand(tx, commandid, 'cancelled');
    const details = { commandid, action: row.action };
    tx.audit({ entitytype: 'asset', entityid: row.assetid, details, undoable: false });
  });
}
