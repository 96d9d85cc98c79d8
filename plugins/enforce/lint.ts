import type { EnforceManifest, ManifestEntry } from './shapes.ts';

/** A part of a manifest that may disclose a secret. */
export interface Finding {
  Name: string;
  field: string;
  reason: string;
}

/**
 * A word for a secret followed by a value. Placeholders such as `%NAME%`, `$name`, `{name}` and `<name>` do
 * not match, because they are filled in on the PC.
 */
const NAMED =
  /\b(?:pass(?:word|wd|phrase)?|\w{0,30}(?:password|secret|apikey)|pwd|api[-_]key|access[-_]?key|auth[-_]?token|client[-_]secret)\b["']?\s{0,4}[:=]\s{0,4}["']?(?![%${<*"'\s])[^\s"',;]{3,}/i;
const SWITCH =
  /(?:^|\s)(?:--?|\/)(?:p|pw|pass|password|pwd|token|secret|api-?key)[:=\s]\s{0,4}["']?(?![%${<*"'\s/-])[^\s"']{3,}/i;
const SECRET_PATTERNS: readonly [RegExp, string][] = [
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/, 'it contains a private key'],
  [/\bmw_(?:pat|svc|epc)_[A-Za-z0-9]{8}_/, 'it contains a token of this appliance'],
  [/\bAKIA[0-9A-Z]{16}\b/, 'it contains a cloud access key'],
  [/\b(?:gh[pousr]_[A-Za-z0-9]{30,}|xox[abprs]-[A-Za-z0-9-]{10,})/, 'it contains a token'],
  [/\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\./, 'it contains a signed token'],
  [
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,100}:[^\s/:@%$]{1,100}@/i,
    'it contains an address with a password',
  ],
  [/\bnet\s{1,4}use\b[^\r\n]{0,200}\/user:/i, 'it signs in to a network share'],
  [NAMED, 'it seems to contain a password or a key'],
  [SWITCH, 'it seems to pass a password or a token'],
];
const SECRET_KEY = /pass(?:word|wd|phrase)|secret|api[-_]?key|token|credential/i;

/**
 * Returns the fields of a manifest that look like a secret, each with the first reason. Any caller who may
 * fetch the manifest can read them, which may be every PC of a network. Uploaded payloads are not checked.
 */
export const findingsOf = ({ Entries }: EnforceManifest): Finding[] =>
  Entries.flatMap((entry: ManifestEntry) =>
    Object.entries(entry).flatMap(([field, value]) => {
      const reason = reasonFor(field, value);
      return reason ? [{ Name: entry.Name, field, reason }] : [];
    }),
  );

function reasonFor(field: string, value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (SECRET_KEY.test(field) && value !== '') return 'its name indicates a secret';
    return SECRET_PATTERNS.find(([look]) => look.test(value))?.[1];
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const reason = reasonFor(Array.isArray(value) ? field : key, inner);
    if (reason) return reason;
  }
  return undefined;
}
