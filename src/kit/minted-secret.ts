import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret, which is shown once, with the values to store. */
export interface MintedSecret {
  secret: string;
  /** The prefix that finds the row and identifies the secret to users. */
  prefix: string;
  secrethash: string;
}

/** Returns SHA-256 in hex, which is sufficient for a random secret of 256 bits. */
export const hashSecret = (secret: string): string => hash('sha256', secret);

/** Reports whether a secret has the stored hash, in constant time. No secret matches without a hash. */
export const matchesSecret = (secret: string, secrethash: string | undefined): boolean =>
  timingSafeEqual(Buffer.from(secrethash ?? NO_HASH, 'hex'), Buffer.from(hashSecret(secret), 'hex'));
const NO_HASH = '0'.repeat(64);

/** The characters of a new secret, without letters and digits that users confuse. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/**
 * Creates a secret with 32 random bytes that begins with `start`. Returns it with its public prefix and its
 * hash.
 */
export function mintSecret(start: string): MintedSecret {
  const short = Array.from(randomBytes(8), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  const secret = `${start}${short}_${randomBytes(32).toString('base64url')}`;
  return { secret, prefix: `${start}${short}`, secrethash: hashSecret(secret) };
}
