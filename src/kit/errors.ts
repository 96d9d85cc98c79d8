/** The error codes of the core that clients can receive, with their HTTP status. */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  BAD_REQUEST: 400,
  SCOPE_CEILING: 400,
  UNAUTHORIZED: 401,
  INVALID_LOGIN: 401,
  TOKEN_EXPIRED: 401,
  TOKEN_REVOKED: 401,
  FORBIDDEN: 403,
  SETUP_DONE: 403,
  SETUP_CODE: 403,
  NOT_FOUND: 404,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  IN_USE: 409,
  STALE_WRITE: 409,
  LIMIT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  ACCOUNT_LOCKED: 429,
  INTERNAL_ERROR: 500,
  BUSY: 503,
  STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** An error of a plugin, declared once and listed in its `errors`. */
export interface ErrorKind {
  readonly code: string;
  readonly status: number;
}

export interface Issue {
  path: string;
  message: string;
}

/** An error whose message is for the caller: plain sentences about what happened and what to do. */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(
    kind: ErrorCode | ErrorKind,
    message: string,
    readonly details?: Record<string, unknown>,
    /** Seconds for the `Retry-After` header. */
    readonly retryAfter?: number,
  ) {
    super(message);
    const { code, status } = typeof kind === 'string' ? { code: kind, status: ERROR_STATUS[kind] } : kind;
    this.code = code;
    this.status = status;
  }
}

/** Returns the error 404 NOT_FOUND, to be thrown, with the message "<what> was not found." */
export const notFound = (what: string) => new AppError('NOT_FOUND', `${what} was not found.`);

/** Returns 400 VALIDATION_ERROR for one field. The message starts with the path, unless the path is empty. */
export const invalid = (path: string, message: string) => invalidFields([{ path, message }]);

/**
 * The maximum number of listed issues. More are of no use, and a hostile body may have a hundred thousand.
 */
const MAX_ISSUES = 100;

/**
 * Returns 400 VALIDATION_ERROR with the message of the first issue. `details.issues` lists at most the first
 * hundred.
 */
export function invalidFields(issues: Issue[]): AppError {
  const first = issues[0];
  const message = first
    ? `${first.path ? `${first.path}: ` : ''}${first.message}`
    : 'The request is not valid.';
  return new AppError('VALIDATION_ERROR', message, { issues: issues.slice(0, MAX_ISSUES) });
}

/** Returns 409 CONFLICT on a unique field, which `details.field` names. */
export const conflict = (field: string, message: string) => new AppError('CONFLICT', message, { field });
