import { cutText } from '../clean-text.ts';

const MAX_LENGTH = 500;
/** The number of consecutive characters of a secret that count as its disclosure. */
const MIN_QUOTED_LENGTH = 6;

/**
 * Returns the response of a mail server in one line of at most 500 characters, for the admin who tests the
 * server. Returns undefined without a response. Also returns undefined when the response repeats six
 * consecutive characters of the password, plain or encoded, or the whole user name.
 */
export function readRelayAnswer(response: unknown, password: string, user = ''): string | undefined {
  if (typeof response !== 'string') return undefined;
  const answer = response.toLowerCase();
  const pieces = [...formsOf(password).flatMap(piecesOf), user].filter(Boolean);
  const isRevealing = pieces.some((piece) => answer.includes(piece.toLowerCase()));
  return isRevealing ? undefined : cutText(response, MAX_LENGTH);
}

/**
 * Returns a secret in the forms that would reveal it in an answer: plain, percent-encoded, hexadecimal, and
 * Base64 as in SMTP commands.
 */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // Base64 depends on the number of bytes before the secret, and its characters at both ends depend on the
  // neighbors of the secret.
  const encoded = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
      .slice(before === 0 ? 0 : 4, -1),
  );
  return [secret, encodeURIComponent(secret.toWellFormed()), bytes.toString('hex'), ...encoded];
}

function piecesOf(form: string): string[] {
  if (form.length <= MIN_QUOTED_LENGTH) return [form];
  return Array.from({ length: form.length - MIN_QUOTED_LENGTH + 1 }, (_, at) =>
    form.slice(at, at + MIN_QUOTED_LENGTH),
  );
}
