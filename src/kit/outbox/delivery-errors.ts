import { RefusedAddressError } from '../outbound.ts';
import { describeSystemError, systemCodeOf } from '../system-error.ts';

/**
 * The reasons for a failed mail by the error code of the library, which passes on codes of the operating
 * system.
 */
const MAIL: Record<string, string> = {
  EAUTH: 'The mail server rejected the user or password',
  ENOAUTH: 'The mail server requires a user and a password',
  EENVELOPE: 'The mail server rejected the sender or the recipient',
  EMESSAGE: 'The mail server rejected the message',
  ETLS: 'The mail server does not support the encryption in smtp_security',
  EDNS: 'The mail server was not found',
  ESOCKET: 'The mail server could not be reached',
  ECONNECTION: 'The mail server closed the connection',
  EPROTOCOL: 'The server at this address is not a mail server',
};

/**
 * Reports whether the error concerns the certificate. The library overwrites the code of that error, so only
 * its text is left. The text selects our message and is not shown.
 */
const isAboutCertificate = (code: string | undefined, cause: unknown): boolean =>
  (code === 'ESOCKET' || code === 'ETLS') &&
  cause instanceof Error &&
  /certificate|altname/i.test(cause.message);

/** An error whose message may be shown to users. */
export class DeliveryError extends Error {}

const isOwnSentence = (cause: unknown): cause is Error =>
  cause instanceof DeliveryError || cause instanceof RefusedAddressError;

/**
 * Returns the reason for a failed mail in our own words, with the codes of the error. The text of a server is
 * left out, because it may repeat anything that was sent to it, including the password. Returns the message
 * of a `DeliveryError` or `RefusedAddressError` unchanged, because we wrote it.
 */
export function describeMailError(cause: unknown): string {
  if (isOwnSentence(cause)) return cause.message;
  const { code, responseCode } = codesOf(cause);
  if (isAboutCertificate(code, cause))
    return 'The certificate of the mail server is not trusted. Enter its CA certificate as smtp_ca, and the host name in the certificate as smtp_host.';
  const codes = [responseCode, code].filter(Boolean).join(', ');
  return `${sentenceOf(code, responseCode)}${codes ? ` (${codes})` : ''}.`;
}

function sentenceOf(code = '', responseCode: string | undefined): string {
  // A mail server may reject a client in its greeting. It then sends a response code, which a server of
  // another protocol does not.
  if (code === 'EPROTOCOL' && responseCode) return 'The mail server rejected the connection';
  return MAIL[code] ?? describeSystemError(code, 'The mail server') ?? 'The mail could not be sent';
}

/**
 * Returns the reason for a failed webhook in our own words. For an error of the system, adds only its code.
 * Returns the message of a `DeliveryError` or `RefusedAddressError` unchanged, because we wrote it.
 */
export function describeWebhookError(cause: unknown): string {
  if (isOwnSentence(cause)) return cause.message;
  const code = systemCodeOf(cause);
  const reason = describeSystemError(code, 'The receiver') ?? 'The receiver could not be reached';
  return `${reason}${code ? ` (${code})` : ''}.`;
}

/** Returns the codes of an error, if they have the form of codes. */
function codesOf(cause: unknown): { code: string | undefined; responseCode: string | undefined } {
  const { responseCode } = (cause ?? {}) as { responseCode?: unknown };
  const isResponse = typeof responseCode === 'number' && responseCode >= 200 && responseCode < 600;
  return { code: systemCodeOf(cause), responseCode: isResponse ? String(responseCode) : undefined };
}
