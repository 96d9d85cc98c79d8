import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const RAW_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** The DER prefix of an Ed25519 public key: its SubjectPublicKeyInfo without the 32 bytes of the key. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Parses an Ed25519 public key: PEM, base64 of the SubjectPublicKeyInfo, or base64 of the 32 raw bytes.
 * Returns base64 of the SubjectPublicKeyInfo. Characters that are not base64 are ignored. Throws an Error
 * when no such key results.
 */
export function parseReleaseKey(text: string): string {
  const key = readKey(text.trim());
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new Error('MILLWRIGHT_RELEASE_KEY must be an Ed25519 public key, as PEM or base64.');
  return key.export({ format: 'der', type: 'spki' }).toString('base64');
}

function readKey(text: string): KeyObject | undefined {
  try {
    if (text.includes('PUBLIC KEY')) return createPublicKey(text);
    const bytes = Buffer.from(text, 'base64');
    const der = bytes.length === RAW_KEY_BYTES ? Buffer.concat([SPKI_PREFIX, bytes]) : bytes;
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

/**
 * Parses a signature: its 64 bytes, or their base64 or base64url text. Returns undefined for anything else.
 */
export function parseSignature(content: string | Buffer): Buffer | undefined {
  if (typeof content !== 'string' && content.length === SIGNATURE_BYTES) return content;
  const line = content.toString().replace(/[\r\n]+$/, '');
  // A plus sign in the query of a URL arrives as a space.
  const text = line.replaceAll(/[ -]/g, '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]{86}(==)?$/.test(text)) return undefined;
  return Buffer.from(text, 'base64');
}

/**
 * Reports whether the signature of the file matches the key. Reads the whole file into memory without
 * blocking the event loop.
 */
export async function isSignedBy(releaseKey: string, file: string, signature: Buffer): Promise<boolean> {
  const key = createPublicKey({ key: Buffer.from(releaseKey, 'base64'), format: 'der', type: 'spki' });
  const content = await readFile(file);
  return new Promise((resolve, reject) =>
    verify(null, content, key, signature, (error, isValid) => (error ? reject(error) : resolve(isValid))),
  );
}
