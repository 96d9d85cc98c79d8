import { SECRET_MASK } from '../secrets.ts';
import { isSecretField, replaceCredentials } from './credential-forms.ts';

/** Texts that are shorter are not looked for: they would be found in every other word. */
const MIN_LENGTH = 4;
/** Shorter secrets, such as a PIN, are only masked where they stand alone. */
const MIN_LENGTH_WITHIN_WORDS = 8;
/** Secrets are found by their first characters. */
const PREFIX_LENGTH = MIN_LENGTH;
const WORD = /[\p{L}\p{N}]/u;
const BASE64 = /^[\w+/=-]$/;

/** Masks known secrets, in each notation in which they may occur, and whatever looks like a credential. */
export class SecretMask {
  private readonly byPrefix = new Map<string, string[]>();
  /** Secrets in base64. They may be within longer texts, such as `user:secret`. */
  private readonly base64: ReadonlySet<string>;

  constructor(secrets: Iterable<string>) {
    const long = [...secrets].filter((secret) => secret.length >= MIN_LENGTH);
    const notations = long.flatMap(listNotations);
    this.base64 = new Set(long.flatMap(listBase64));
    const all = new Set([...notations, ...this.base64]);
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
    return replaceCredentials(known);
  }

  /** Returns the value of a field with every secret replaced; all of it when the field is called a password or token. */
  maskField(field: string, value: string): string {
    return isSecretField(field) && value !== '' ? SECRET_MASK : this.mask(value);
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
      let start = at;
      at += found.length;
      if (this.base64.has(found)) {
        while (start > copied && BASE64.test(text.charAt(start - 1))) start--;
        while (BASE64.test(text.charAt(at))) at++;
      }
      masked += text.slice(copied, start) + SECRET_MASK;
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

/** Returns a secret as it is, and as hexadecimal digits, JSON and parts of URLs have it. */
function listNotations(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  return [
    secret,
    hex,
    hex.toUpperCase(),
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
  ].filter((text) => text.length >= MIN_LENGTH);
}

/**
 * Returns a secret as base64 has it: alone, and within a longer text such as `user:secret`, where those characters are
 * looked for that do not depend on what stands before or after it.
 */
function listBase64(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const notations = ['base64', 'base64url'] as const;
  const alone = notations.flatMap((notation) => {
    const text = bytes.toString(notation);
    return [text, text.replace(/=+$/, '')];
  });
  const within = [0, 1, 2].flatMap((before) => {
    const all = Buffer.concat([Buffer.alloc(before), bytes]);
    const whole = all.subarray(0, all.length - (all.length % 3));
    return notations.map((notation) => whole.toString(notation).slice(before === 0 ? 0 : 4));
  });
  return [
    ...alone.filter((text) => text.length >= MIN_LENGTH),
    ...within.filter((text) => text.length >= MIN_LENGTH_WITHIN_WORDS),
  ];
}
