/** Characters of ciphertext: a password, a key file or a certificate, in base64url. */
export const MAX_CIPHERTEXT_LENGTH = 128 * 1024;

/** Hours for which a link may live. */
export const EXPIRY_HOURS = [1, 4, 24, 72, 168] as const;
export type ExpiryHours = (typeof EXPIRY_HOURS)[number];

/** Bytes of a text or a file before it is encrypted: what fits, and beside it its longest name, as a round number. */
export const MAX_CONTENT_BYTES = 98_000;
