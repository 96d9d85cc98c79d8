import { RefusedAddressError } from '../outbound.ts';
import { describeSystemError, systemCodeOf } from '../system-error.ts';

/** Why a mail was not sent, by the code of the library; it passes those of the operating system on. */
const MAIL: Record<string, string> = {
  EAUTH: 'The mail server refused the user or the password',
  ENOAUTH: 'The mail server wants a user and a password',
  EENVELOPE: 'The mail server refused the sender or the recipient',
  EMESSAGE: 'The mail server refused the message',
  ETLS: 'The mail server does not offer the protection that smtp_security asks for',
  EDNS: 'The mail server was not found',
  ESOCKET: 'The mail server could not be reached',
  ECONNECTION: 'The mail server closed the connection',
  EPROTOCOL: 'What answers there is no mail server',
};

/** The library writes its own code over that of the certificate: only the words are left, and choose ours. */
const isAboutCertificate = (code: string | undefined, cause: unknown): boolean =>
  (code === 'ESOCKET' || code === 'ETLS') &&
  cause instanceof Error &&
  /certificate|altname/i.test(cause.message);

/** A sentence of our own, to be shown. */
export class DeliveryError extends Error {}

const isOwnSentence = (cause: unknown): cause is Error =>
  cause instanceof DeliveryError || cause instanceof RefusedAddressError;

/**
 * Why a mail was not sent, in our words with the codes alone: a server may repeat whatever it was sent, the password
 * among it.
 */
export function describeMailError(cause: unknown): string {
  if (isOwnSentence(cause)) return cause.message;
  const { code, responseCode } = codesOf(cause);
  if (isAboutCertificate(code, cause))
    return 'The certificate of the mail server is not trusted. Enter the certificate of its authority as smtp_ca, and the name that it is made for as smtp_host.';
  const codes = [responseCode, code].filter(Boolean).join(', ');
  return `${sentenceOf(code, responseCode)}${codes ? ` (${codes})` : ''}.`;
}

function sentenceOf(code = '', responseCode: string | undefined): string {
  // A mail server may refuse a caller in its greeting: it answers with a code where another program has none.
  if (code === 'EPROTOCOL' && responseCode) return 'The mail server refused the connection';
  return MAIL[code] ?? describeSystemError(code, 'The mail server') ?? 'The mail could not be sent';
}

/** Why a webhook was not delivered, in the same way. */
export function describeWebhookError(cause: unknown): string {
  if (isOwnSentence(cause)) return cause.message;
  const code = systemCodeOf(cause);
  const reason = describeSystemError(code, 'The receiver') ?? 'The receiver could not be reached';
  return `${reason}${code ? ` (${code})` : ''}.`;
}

/** Codes that look like codes, and nothing else. */
function codesOf(cause: unknown): { code: string | undefined; responseCode: string | undefined } {
  const { responseCode } = (cause ?? {}) as { responseCode?: unknown };
  const isResponse = typeof responseCode === 'number' && responseCode >= 200 && responseCode < 600;
  return { code: systemCodeOf(cause), responseCode: isResponse ? String(responseCode) : undefined };
}
