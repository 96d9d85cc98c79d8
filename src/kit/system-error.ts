/** The end of a sentence about a server or a folder, by the code of the operating system. */
const PREDICATES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'does not listen on this port',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  ETIMEDOUT: 'did not respond in time',
  ENOTFOUND: 'was not found',
  EAI_AGAIN: 'was not found, because the name server did not respond',
  EHOSTUNREACH: 'could not be reached over the network',
  ENETUNREACH: 'could not be reached over the network',
  EHOSTDOWN: 'could not be reached over the network',
  EACCES: 'denies access to the service account of Millwright',
  EPERM: 'denies access to the service account of Millwright',
  EROFS: 'is read-only',
  ENOSPC: 'has no free space',
  EDQUOT: 'has no free space within its quota',
};

/**
 * Returns the meaning of an operating system error for `subject`, such as "The mail server", as a sentence
 * without a period. Returns undefined for any other code.
 */
export const describeSystemError = (code: string | undefined, subject: string): string | undefined =>
  code !== undefined && Object.hasOwn(PREDICATES, code) ? `${subject} ${PREDICATES[code]}` : undefined;

/**
 * Returns the code of an error, such as `ECONNREFUSED`; undefined without a code in this form.
 */
export function systemCodeOf(cause: unknown): string | undefined {
  const code = (cause as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,48}$/.test(code) ? code : undefined;
}
