import { RefusedAddress } from '../outbound.ts';

interface Failure {
  code?: unknown;
  responseCode?: unknown;
}

/** What a failing mail was about, by the code of the library. */
const MAIL: Record<string, string> = {
  EAUTH: 'The mail server refused the user or the password',
  ENOAUTH: 'The mail server wants a user and a password',
  EENVELOPE: 'The mail server refused the sender or the recipient',
  EMESSAGE: 'The mail server refused the message',
  ETLS: 'The mail server does not offer the protection that smtp_security asks for',
  EDNS: 'The mail server was not found',
  ENOTFOUND: 'The mail server was not found',
  ESOCKET: 'The mail server could not be reached',
  ECONNREFUSED: 'The mail server does not listen on this port',
  ECONNRESET: 'The mail server closed the connection',
  ECONNECTION: 'The mail server closed the connection',
  ETIMEDOUT: 'The mail server did not answer in time',
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
  cause instanceof DeliveryError || cause instanceof RefusedAddress;

/**
 * Why a mail was not sent, in our words with the codes alone: a server may repeat whatever it was sent, the password
 * among it.
 */
export function mailReason(cause: unknown): string {
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
  return MAIL[code] ?? 'The mail could not be sent';
}

/** Why a webhook was not delivered, in the same way. */
export function webhookReason(cause: unknown): string {
  if (isOwnSentence(cause)) return cause.message;
  const { code } = codesOf(cause);
  return `The receiver could not be reached${code ? ` (${code})` : ''}.`;
}

/** Codes that look like codes, and nothing else. */
function codesOf(cause: unknown): { code: string | undefined; responseCode: string | undefined } {
  const { code, responseCode } = (cause ?? {}) as Failure;
  return {
    code: typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,48}$/.test(code) ? code : undefined,
    responseCode:
      typeof responseCode === 'number' && responseCode >= 200 && responseCode < 600
        ? String(responseCode)
        : undefined,
  };
}
