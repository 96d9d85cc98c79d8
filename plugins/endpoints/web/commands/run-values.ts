import type { Profile } from '../../../../src/features/identity/schemas.ts';
import { ApiError, FieldErrors } from '../../../../src/web/api/api-error.ts';
import { ACTIONS, type Action } from '../../actions.ts';
import { formatPcCount, mayIssue } from '../labels.ts';

/** Values of the dialog. Of the parameters, only those of the action are sent. */
export interface RunValues {
  action: Action | '';
  taskname: string;
  scriptid: string | null;
  appid: string | null;
  appversionid: string | null;
  path: string;
  text: string;
  reason: string;
  scope: Record<string, unknown> | null;
  /** Confirmation for a command with many PCs or a severe effect. */
  issure: boolean;
  /** True to fetch a log from outside the log folders. */
  iselsewhere: boolean;
}

export const EMPTY_RUN_VALUES: RunValues = {
  action: '',
  taskname: '',
  scriptid: null,
  appid: null,
  appversionid: null,
  path: '',
  text: '',
  reason: '',
  scope: null,
  issure: false,
  iselsewhere: false,
};

const FIELDS_OF_ACTION: Partial<Record<Action, readonly (keyof RunValues)[]>> = {
  scheduledtask_run: ['taskname'],
  run_script: ['scriptid'],
  update_app: ['appid', 'appversionid'],
  collect_log: ['path'],
  message: ['text'],
};

const MISSING: Partial<Record<keyof RunValues, string>> = {
  taskname: 'Enter the task.',
  scriptid: 'Choose the script.',
  appid: 'Choose the application.',
  appversionid: 'Choose the version.',
  path: 'Enter the path of the file.',
  text: 'Enter the text.',
  reason: 'Enter a reason.',
};

/**
 * Returns the parameters of the action. Throws field errors for missing values. With `needsReason`, throws
 * also when the reason of the command is empty; it is never part of the result.
 */
export function parametersOf(values: RunValues, needsReason: boolean): Record<string, unknown> {
  const takes = FIELDS_OF_ACTION[values.action as Action] ?? [];
  const required = needsReason ? [...takes, 'reason' as const] : takes;
  const missing = required.filter((name) => !String(values[name] ?? '').trim());
  if (missing.length > 0)
    throw new FieldErrors(Object.fromEntries(missing.map((name) => [name, MISSING[name]!])));
  const parameterOf = (name: keyof RunValues) =>
    name.endsWith('id') ? Number(values[name]) : String(values[name]).trim();
  return Object.fromEntries(takes.map((name) => [name, parameterOf(name)]));
}

/**
 * Returns the text that the user must confirm: for a command on every PC of the plant, and for a restart of
 * several PCs. Returns null otherwise, and always for a single PC.
 */
export function dangerOf(
  { action, scope }: RunValues,
  target: 'scope' | 'chosen',
  count: number,
): string | null {
  if (action === '' || count < 2) return null;
  if (target === 'scope' && scope === null) return `Run on every PC of the plant: ${formatPcCount(count)}`;
  return action === 'reboot' ? `Restart ${formatPcCount(count)}` : null;
}

/**
 * Returns the error with the field names of the form: `path` for `parameters.path`. An error without such an
 * issue is returned unchanged; otherwise all other issues are dropped.
 */
export function toFieldErrors(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const issues = error.details.issues ?? [];
  const named = issues.filter(({ path }) => path.startsWith('parameters.'));
  if (named.length === 0) return error;
  return new FieldErrors(
    Object.fromEntries(named.map(({ path, message }) => [path.slice('parameters.'.length), message])),
  );
}

/** Returns the actions that the user may issue. A policy may still forbid one on a PC. */
export const listOfferedActions = (me: Profile | undefined): Action[] =>
  ACTIONS.filter((action) => mayIssue(me, action));
