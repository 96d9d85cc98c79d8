/**
 * Maximum number of base64url characters of a ciphertext, enough for a password, a key file or a certificate.
 */
export const MAX_CIPHERTEXT_LENGTH = 128 * 1024;

/** The possible lifetimes of a link in hours. */
export const EXPIRY_HOURS = [1, 4, 24, 72, 168] as const;
export type ExpiryHours = (typeof EXPIRY_HOURS)[number];

/** Maximum bytes of a text or file before encryption. It leaves room for a file name. */
export const MAX_CONTENT_BYTES = 98_000;
