export interface ApiIssue {
  path: string;
  message: string;
}

export interface ApiErrorDetails {
  issues?: ApiIssue[];
  field?: string;
  references?: Record<string, number>;
  [key: string]: unknown;
}

/**
 * An error response of the API. Its code is `UNREADABLE` when it contains no error of the API, and
 * `REFRESH_FAILED` for a failed renewal of the token. Without a response, `status` is 0: code `NETWORK`, or
 * `CANCELLED` for an upload that was canceled. Kiosks also use `UNREADABLE` with `status` 0 for any other
 * failure.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: ApiErrorDetails = {},
    readonly requestid: string | null = null,
    /** Seconds from the `Retry-After` header; null without one. */
    readonly retryafter: number | null = null,
  ) {
    super(message);
  }

  /**
   * First message of each field, from validation issues or from a conflict that names a field. The name is
   * the first part of the path of an issue.
   */
  get fielderrors(): Record<string, string> {
    const found: Record<string, string> = {};
    for (const issue of this.details.issues ?? []) found[issue.path.split('.')[0] ?? ''] ??= issue.message;
    if (this.code === 'CONFLICT' && this.details.field) found[this.details.field] ??= this.message;
    return found;
  }
}

/** Error that carries messages by the name of the form field. */
export class FieldErrors extends Error {
  override readonly name = 'FieldErrors';
  constructor(readonly fielderrors: Record<string, string>) {
    super(Object.values(fielderrors).join(' '));
  }
}

/** Returns the messages by field name of any error; none when it names no field. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  return error instanceof FieldErrors || error instanceof ApiError ? error.fielderrors : {};
}

/**
 * Returns the text of any error for the user. Adds the wait after status 429, and the counts of references
 * that the message lacks.
 */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError))
    return error instanceof Error ? error.message : 'An unknown error occurred.';
  if (error.status === 429 && error.retryafter) return `${error.message} Try again in ${error.retryafter} s.`;
  const references = Object.entries(error.details.references ?? {}).filter(
    ([, count]) => !error.message.includes(String(count)),
  );
  if (references.length === 0) return error.message;
  return `${error.message} Used by ${references.map(([kind, count]) => `${count} ${kind}`).join(', ')}.`;
}
