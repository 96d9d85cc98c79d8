import { fromBase64url, toBase64url } from './base64url.ts';

const KEY_BYTES = 32;
const CHECK_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'AES-GCM';

/**
 * Reports whether encryption is available. Browsers provide it only on pages over HTTPS or from localhost.
 */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined;

export interface EncryptedContent {
  /** Base64url of the initialization vector followed by the output of AES-256-GCM. */
  ciphertext: string;
  key: Uint8Array<ArrayBuffer>;
}

/** Encrypts content with a new random key. Returns the result and that key. */
export async function encryptContent(content: Uint8Array<ArrayBuffer>): Promise<EncryptedContent> {
  const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const made = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, await importKey(key), content);
  const whole = new Uint8Array(IV_BYTES + made.byteLength);
  whole.set(iv);
  whole.set(new Uint8Array(made), IV_BYTES);
  return { ciphertext: toBase64url(whole), key };
}

/** Decrypts the content of a secret. Returns undefined for a wrong key or modified data. */
export async function decryptContent(
  ciphertext: string,
  key: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const whole = fromBase64url(ciphertext);
  if (!whole || whole.length < IV_BYTES + TAG_BYTES) return undefined;
  const [iv, sealed] = [whole.slice(0, IV_BYTES), whole.slice(IV_BYTES)];
  const opened = crypto.subtle.decrypt({ name: ALGORITHM, iv }, await importKey(key), sealed);
  return opened.then(
    (bytes) => new Uint8Array(bytes),
    () => undefined,
  );
}

/**
 * Returns the fragment of a link: the key and a checksum of four bytes over key and token. A truncated link
 * or the key of another link is thus detected before the secret is used up.
 */
export async function createLinkFragment(token: string, key: Uint8Array<ArrayBuffer>): Promise<string> {
  const whole = new Uint8Array(KEY_BYTES + CHECK_BYTES);
  whole.set(key);
  whole.set(await checkOf(token, key), KEY_BYTES);
  return toBase64url(whole);
}

/** Returns the key of a link, or undefined when it is missing, truncated or of another link. */
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
  const bytes = new Uint8Array(name.length + key.length);
  bytes.set(name);
  bytes.set(key, name.length);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, CHECK_BYTES);
}

const importKey = (key: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', key, ALGORITHM, false, ['encrypt', 'decrypt']);
