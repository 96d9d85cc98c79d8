import { cutText } from '../clean-text.ts';

const MAX_LENGTH = 500;
/** An answer with so many characters of a secret in a row repeats it. */
const PIECE = 6;

/**
 * Returns what a mail server answered, in one line, for the person who tests it; undefined without an answer, and when
 * the answer repeats a part of the password, plain or encoded, or the whole name of the user.
 */
export function readRelayAnswer(response: unknown, password: string, user = ''): string | undefined {
  if (typeof response !== 'string') return undefined;
  const answer = response.toLowerCase();
  const pieces = [...formsOf(password).flatMap(piecesOf), user].filter(Boolean);
  const isRevealing = pieces.some((piece) => answer.includes(piece.toLowerCase()));
  return isRevealing ? undefined : cutText(response, MAX_LENGTH);
}

/** Returns a secret as it is, and as the commands of SMTP and careless servers encode it. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // Base64 depends on the number of bytes before the secret; the characters at both ends depend on its neighbors.
  const encoded = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
      .slice(before === 0 ? 0 : 4, -1),
  );
  return [secret, encodeURIComponent(secret.toWellFormed()), bytes.toString('hex'), ...encoded];
}

function piecesOf(form: string): string[] {
  if (form.length <= PIECE) return [form];
  return Array.from({ length: form.length - PIECE + 1 }, (_, at) => form.slice(at, at + PIECE));
}
