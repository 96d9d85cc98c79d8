import { hash, randomBytes } from 'node:crypto';

/** A secret as it is shown once, with what is stored of it. */
export interface MintedSecret {
  secret: string;
  /** Finds the row, and shows people which secret it is. */
  prefix: string;
  secrethash: string;
}

/** SHA-256 in hex: enough for a secret of 256 random bits, which nobody guesses. */
export const hashSecret = (secret: string): string => hash('sha256', secret);

/** Without the letters and digits that people mistake for each other. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** A secret of 32 random bytes that begins with `start`. */
export function mintSecret(start: string): MintedSecret {
  const short = Array.from(randomBytes(8), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  const secret = `${start}${short}_${randomBytes(32).toString('base64url')}`;
  return { secret, prefix: `${start}${short}`, secrethash: hashSecret(secret) };
}
