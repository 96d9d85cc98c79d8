import { createHash } from 'node:crypto';

/** One text for one value: keys in the order of their code units (RFC 8785), nothing between the parts. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${toCanonicalJson(inner)}`);
  return `{${parts.join(',')}}`;
}

/** Two names are one where these are: letters of ASCII in either case, as the database has it. */
export const entryNameKey = (name: string): string =>
  name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The SHA-256 of a text in UTF-8, in hexadecimal digits. */
export const computeTextSha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
