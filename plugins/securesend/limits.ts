/**
 * Maximum number of base64url characters of a ciphertext, enough for a password, a key file or a certificate.
 */
export const MAX_CIPHERTEXT_LENGTH = 128 * 1024;

/** The possible lifetimes of a link in hours. */
export const EXPIRY_HOURS = [1, 4, 24, 72, 168] as const;
export type ExpiryHours = (typeof EXPIRY_HOURS)[number];

/**
 * Maximum size of a text or file before encryption in bytes. It is a round number that leaves room for the
 * longest name.
 */
export const MAX_CONTENT_BYTES = 98_000;
