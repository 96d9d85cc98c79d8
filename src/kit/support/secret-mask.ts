import { SECRET_MASK } from '../secrets.ts';
import { isSecretField, replaceCredentials } from './credential-forms.ts';

/** The minimum length of a text to search for. Shorter texts occur in many words. */
const MIN_LENGTH = 4;
/**
 * The minimum length of a secret that is masked inside words. Shorter ones, such as a PIN, are masked only as
 * separate words.
 */
const MIN_LENGTH_WITHIN_WORDS = 8;
/** The length of the prefix by which secrets are found. */
const PREFIX_LENGTH = MIN_LENGTH;
const WORD = /[\p{L}\p{N}]/u;
const BASE64 = /^[\w+/=-]$/;

/**
 * Masks known secrets in the usual notations, and what looks like a credential. Known secrets of less than 4
 * characters are not searched for.
 */
export class SecretMask {
  private readonly byPrefix = new Map<string, string[]>();
  /** The secrets in base64. They may be part of a longer encoded text, such as `user:secret`. */
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

  /** Returns the text with known secrets and what `replaceCredentials` finds masked. */
  mask(text: string): string {
    const masked = this.byPrefix.size === 0 ? text : this.maskKnown(text);
    return replaceCredentials(masked);
  }

  /**
   * Returns the value of a field, masked as by `mask`. The whole value is replaced when the field has the
   * name of a password or token.
   */
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

/** Returns a secret in plain form, as hexadecimal digits, and as escaped in JSON and in URLs. */
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
 * Returns a secret in base64: alone, and inside a longer text such as `user:secret`. For the latter only
 * those characters are used that do not depend on the neighbors of the secret.
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
