import { type Actor, hasPermission } from '../../../src/kit/actor.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import { AppError, invalid, invalidFields } from '../../../src/kit/errors.ts';
import { forbidden } from '../../../src/kit/http/access.ts';
import { ACTION_DESCRIPTIONS, type Action, isFreeOfPolicy, listActionPermissions } from '../actions.ts';
import { ENDPOINT_LOCKED } from '../manifest.ts';
import type { Policy } from '../policies/effective.ts';
import type { PcFacts } from '../scope.ts';
import { isOlderAgentVersion } from '../versions.ts';
import { isInFolder, validateLogFile } from './log-folders.ts';
import { agentVersionOf, lockOf } from './queries.ts';
import { PARAMETERS } from './schemas.ts';

/** Reports whether the actor may issue the action at all. */
export const mayIssue = (actor: Actor, action: Action): boolean =>
  listActionPermissions(action).some((permission) => hasPermission(actor, permission));

/** A requested action and the context for the checks on each PC. */
export interface CommandRequest {
  actor: Actor;
  action: Action;
  /** The validated parameters of the action. Keys that it does not accept were dropped. */
  parameters: Record<string, unknown>;
  /** Reason of an admin who bypasses the policy and the limits for log files. */
  override?: string;
  /** Folders from which log files may be fetched. Null for an override. */
  folders: readonly string[] | null;
  /** Returns the effective policy of a PC. */
  policyOf(facts: PcFacts): Policy;
  /** Oldest agent version that may receive requests for log files. */
  minimumVersion: string;
}

/**
 * Throws 403 when the actor may not issue the action or override the policy. Independent of PC and
 * parameters.
 */
export function refuseAction({
  actor,
  action,
  override,
}: Pick<CommandRequest, 'actor' | 'action' | 'override'>): void {
  if (!mayIssue(actor, action)) throw forbidden();
  if (override !== undefined && !actor.isadmin) throw forbidden();
}

/** Returns the parameters that the action accepts. Throws 400 when one is missing or invalid. */
export function parseActionParameters(
  action: Action,
  parameters: Record<string, unknown>,
): Record<string, unknown> {
  const parsed = PARAMETERS[action].safeParse(parameters);
  if (parsed.success) return parsed.data;
  throw invalidFields(
    parsed.error.issues.map(({ path, message }) => ({ path: ['parameters', ...path].join('.'), message })),
  );
}

/**
 * Throws 400 for a log file that `validateLogFile` rejects, such as one outside the log folders. Also rejects
 * files in `data`, the data directory of this appliance, whose server may itself be a managed PC. Other
 * actions pass.
 */
export function refuseLog({ action, parameters, folders }: CommandRequest, data: string): void {
  if (action !== 'collect_log') return;
  const path = String(parameters.path);
  const refusal = validateLogFile({ path, folders });
  const problem =
    refusal ?? (isInFolder(path, data) ? 'The data of an appliance cannot be read.' : undefined);
  if (problem) throw invalid('parameters.path', problem);
}

/**
 * Returns the error for a PC that may not get the command, or undefined. A PC may not get it when it is
 * locked, its agent is too old for log files, or its policy forbids the action. An override ignores the
 * policy, and the lock that an earlier override of the same user placed.
 */
export function findRefusal(reader: Reader, facts: PcFacts, request: CommandRequest): AppError | undefined {
  const { actor, action, override, minimumVersion } = request;
  const lock = lockOf.get(reader, { assetid: facts.assetid, at: reader.at });
  const isOwn = override !== undefined && lock?.commandid !== null && lock?.userid === actor.userid;
  if (lock && !isOwn)
    return new AppError(
      ENDPOINT_LOCKED,
      `${lock.username} locked this PC${lock.reason ? `: ${lock.reason}` : ''}. Ask this user to unlock it.`,
      { lockedby: lock.username, until: lock.expiresat },
    );
  if (
    action === 'collect_log' &&
    isOlderAgentVersion(agentVersionOf.get(reader, facts)?.agentversion, minimumVersion)
  )
    return new AppError(
      'CONFLICT',
      `Log files can be fetched only from agents of version ${minimumVersion} or later.`,
      {
        field: 'agentversion',
      },
    );
  if (override !== undefined || isFreeOfPolicy(action)) return undefined;
  const policy = request.policyOf(facts);
  return policy.allowedactions.includes(action)
    ? undefined
    : new AppError(
        'FORBIDDEN',
        `The policy "${policy.policyname}" does not allow "${ACTION_DESCRIPTIONS[action].title}" on this PC.`,
        { policy: policy.policyname, action },
      );
}
