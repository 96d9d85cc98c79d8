import { createHash } from 'node:crypto';

/**
 * Returns the canonical JSON of a value, with keys in the order of their code units (RFC 8785) and no blanks.
 * Undefined fields are left out.
 */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${toCanonicalJson(inner)}`);
  return `{${parts.join(',')}}`;
}

/** Returns the comparison key of a name. It ignores the case of ASCII letters, as the database does. */
export const entryNameKey = (name: string): string =>
  name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Returns the SHA-256 of a UTF-8 text in hexadecimal digits. */
export const computeTextSha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
