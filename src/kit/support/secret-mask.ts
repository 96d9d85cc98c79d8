import { HIDDEN } from '../secrets.ts';

/** Texts that are shorter are not looked for: they would be found in every other word. */
const MIN_LENGTH = 4;
/** Shorter secrets, such as a PIN, are only masked where they stand alone. */
const MIN_LENGTH_WITHIN_WORDS = 8;
/** Secrets are found by their first characters. */
const PREFIX_LENGTH = MIN_LENGTH;
const WORD = /[\p{L}\p{N}]/u;

/** Formats of credentials. They are masked even when the value is unknown. */
const PATTERNS: readonly RegExp[] = [
  // A JSON web token.
  /\beyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{8,2000}/g,
  // Tokens of this product, and keys of webhooks.
  /\bmw_[a-z]{2,10}_[\w-]{8,200}/g,
  /\bwhsec_[\w+/=-]{8,200}/g,
  /\bAGE-SECRET-KEY-[A-Z0-9]{8,200}/g,
  /\$argon2\w{1,3}\$[\w$=,+/-]{8,300}/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,10000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
  /\b(?:Bearer|Basic) [\w.~+/=-]{8,4000}/gi,
];
/** The user of a URL, with or without a password. */
const USER_IN_URL = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"'<>/@]{1,300}@/gi;
/** The query of a URL or of a path. */
const QUERY = /\?[^\s"'<>?=]{1,200}=[^\s"'<>]{0,4000}/g;

/** Masks known secrets, in each notation in which they may occur, and whatever looks like a credential. */
export class SecretMask {
  private readonly byPrefix = new Map<string, string[]>();

  constructor(secrets: Iterable<string>) {
    const all = new Set([...secrets].filter((secret) => secret.length >= MIN_LENGTH).flatMap(listNotations));
    for (const text of all) {
      const prefix = text.slice(0, PREFIX_LENGTH);
      const texts = this.byPrefix.get(prefix);
      if (texts) texts.push(text);
      else this.byPrefix.set(prefix, [text]);
    }
    for (const texts of this.byPrefix.values()) texts.sort((one, other) => other.length - one.length);
  }

  /** Returns the text with every secret replaced, and URLs without their user and query. */
  mask(text: string): string {
    const known = this.byPrefix.size === 0 ? text : this.maskKnown(text);
    const masked = PATTERNS.reduce((rest, pattern) => rest.replace(pattern, HIDDEN), known);
    return masked.replace(USER_IN_URL, '$1').replace(QUERY, `?${HIDDEN}`);
  }

  private maskKnown(text: string): string {
    let masked = '';
    let copied = 0;
    for (let at = 0; at + PREFIX_LENGTH <= text.length; ) {
      const found = this.findAt(text, at);
      if (found === undefined) {
        at++;
        continue;
      }
      masked += text.slice(copied, at) + HIDDEN;
      at += found.length;
      copied = at;
    }
    return copied === 0 ? text : masked + text.slice(copied);
  }

  private findAt(text: string, at: number): string | undefined {
    return this.byPrefix
      .get(text.slice(at, at + PREFIX_LENGTH))
      ?.find((secret) => text.startsWith(secret, at) && isSeparate(text, at, secret));
  }
}

const isSeparate = (text: string, at: number, { length }: string): boolean =>
  length >= MIN_LENGTH_WITHIN_WORDS ||
  !(WORD.test(text.charAt(at - 1)) || WORD.test(text.charAt(at + length)));

/** Returns a secret as it is, and as base64, hexadecimal digits, JSON and parts of URLs have it. */
function listNotations(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  return [
    secret,
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    hex,
    hex.toUpperCase(),
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
  ].filter((text) => text.length >= MIN_LENGTH);
}
