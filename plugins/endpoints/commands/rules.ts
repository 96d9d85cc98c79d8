import { type Actor, holds } from '../../../src/kit/actor.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import { AppError, invalid, invalidFields } from '../../../src/kit/errors.ts';
import { forbidden } from '../../../src/kit/http/access.ts';
import { type Action, DESCRIBED, isFreeOfPolicy, permissionsFor } from '../actions.ts';
import { ENDPOINT_LOCKED } from '../manifest.ts';
import type { Policy } from '../policies/effective.ts';
import type { Facts } from '../scope.ts';
import { isOlder } from '../versions.ts';
import { refusedLogPath } from './log-paths.ts';
import { agentOf, lockOf } from './queries.ts';
import { PARAMETERS } from './schemas.ts';

/** Whether somebody may issue the action at all. */
export const mayIssue = (actor: Actor, action: Action): boolean =>
  permissionsFor(action).some((permission) => holds(actor, permission));

/** What is asked of a PC, by whom. */
export interface Asked {
  actor: Actor;
  action: Action;
  parameters: Record<string, unknown>;
  /** An admin's reason to pass the policy. */
  override?: string;
  /** Which policy holds for a PC. */
  policyOf(facts: Facts): Policy;
  /** The oldest agent that is asked for log files. */
  minimumVersion: string;
}

/** 400 for parameters that the action does not take, 403 without the right: what does not depend on the PC. */
export function refuseAction({ actor, action, parameters, override }: Asked): void {
  if (!mayIssue(actor, action)) throw forbidden();
  if (override !== undefined && !actor.isadmin) throw forbidden();
  const parsed = PARAMETERS[action].safeParse(parameters);
  if (!parsed.success)
    throw invalidFields(
      parsed.error.issues.map(({ path, message }) => ({ path: ['parameters', ...path].join('.'), message })),
    );
  const problem = action === 'collect_log' ? refusedLogPath(String(parameters.path)) : undefined;
  if (problem) throw invalid('parameters.path', problem);
}

/** Why a PC does not get the command; undefined when it does. */
export function refusalFor(reader: Reader, facts: Facts, asked: Asked): AppError | undefined {
  const { actor, action, override, minimumVersion } = asked;
  const lock = lockOf.get(reader, { assetid: facts.assetid, at: reader.at });
  const isOwn = override !== undefined && lock?.commandid !== null && lock?.userid === actor.userid;
  if (lock && !isOwn)
    return new AppError(
      ENDPOINT_LOCKED,
      `${lock.username} holds this PC${lock.reason ? `: ${lock.reason}` : ''}. Ask for it to be unlocked.`,
      { lockedby: lock.username, until: lock.expiresat },
    );
  if (action === 'collect_log' && isOlder(agentOf.get(reader, facts)?.agentversion, minimumVersion))
    return new AppError('CONFLICT', `Log files are asked of agents from version ${minimumVersion} on.`, {
      field: 'agentversion',
    });
  if (override !== undefined || isFreeOfPolicy(action)) return undefined;
  const policy = asked.policyOf(facts);
  return policy.allowedactions.includes(action)
    ? undefined
    : new AppError(
        'FORBIDDEN',
        `The policy "${policy.policyname}" does not allow "${DESCRIBED[action].title}" on this PC.`,
        { policy: policy.policyname, action },
      );
}
