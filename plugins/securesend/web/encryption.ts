import { fromBase64url, toBase64url } from './base64url.ts';

const KEY_BYTES = 32;
const CHECK_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'AES-GCM';

/** Browsers encrypt only on pages that came over https, or from this very machine. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined;

export interface EncryptedContent {
  /** Base64url of the initialisation vector and what AES-256-GCM made. */
  ciphertext: string;
  key: Uint8Array<ArrayBuffer>;
}

/** Encrypts with a fresh key. */
export async function encryptContent(content: Uint8Array<ArrayBuffer>): Promise<EncryptedContent> {
  const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const made = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, await imported(key), content);
  const whole = new Uint8Array(IV_BYTES + made.byteLength);
  whole.set(iv);
  whole.set(new Uint8Array(made), IV_BYTES);
  return { ciphertext: toBase64url(whole), key };
}

/** Decrypts; undefined when the key is another one, or something was changed on the way. */
export async function decryptContent(
  ciphertext: string,
  key: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const whole = fromBase64url(ciphertext);
  if (!whole || whole.length < IV_BYTES + TAG_BYTES) return undefined;
  const [iv, sealed] = [whole.slice(0, IV_BYTES), whole.slice(IV_BYTES)];
  const opened = crypto.subtle.decrypt({ name: ALGORITHM, iv }, await imported(key), sealed);
  return opened.then(
    (bytes) => new Uint8Array(bytes),
    () => undefined,
  );
}

/**
 * The key as it stands behind the # of a link, with four bytes of a check over it and the token: a link that lost its end
 * on the way, or has that of another, is known for one before anything is spent.
 */
export async function createLinkFragment(token: string, key: Uint8Array<ArrayBuffer>): Promise<string> {
  const whole = new Uint8Array(KEY_BYTES + CHECK_BYTES);
  whole.set(key);
  whole.set(await checkOf(token, key), KEY_BYTES);
  return toBase64url(whole);
}

/** The key of a link; undefined when it is missing, cut off or that of another link. */
export async function readLinkKey(
  token: string,
  fragment: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const whole = fromBase64url(fragment);
  if (whole?.length !== KEY_BYTES + CHECK_BYTES) return undefined;
  const key = whole.slice(0, KEY_BYTES);
  const check = await checkOf(token, key);
  return check.every((byte, at) => byte === whole[KEY_BYTES + at]) ? key : undefined;
}

async function checkOf(token: string, key: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const name = new TextEncoder().encode(`${token}#`);
  const both = new Uint8Array(name.length + key.length);
  both.set(name);
  both.set(key, name.length);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', both)).subarray(0, CHECK_BYTES);
}

const imported = (key: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', key, ALGORITHM, false, ['encrypt', 'decrypt']);
