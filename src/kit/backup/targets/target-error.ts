import { errorMessageOf } from '../../error-message.ts';
import { describeSystemError, systemCodeOf } from '../../system-error.ts';

const MAX_REASON_LENGTH = 500;

/** An error of a target or a copy, with a message for users. */
export class TargetError extends Error {}

/**
 * Returns the reason why a backup target failed, as one line of limited length, because a server may have
 * written it. `subject` names the target at the start of a sentence, for errors of the operating system.
 */
export function describeTargetError(cause: unknown, subject: string): string {
  const code = systemCodeOf(cause);
  const meaning = cause instanceof TargetError ? undefined : describeSystemError(code, subject);
  const reason = meaning === undefined ? errorMessageOf(cause) : `${meaning} (${code}).`;
  return reason.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_REASON_LENGTH);
}
