import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from '#runtime';
import type { DeclaredColumn, DeclaredData } from '../declared-data.ts';
import { readText } from '../on-disk.ts';
import { openSecrets, type Secrets, secretsPath } from '../secrets.ts';
import { SECRET_KEYS } from '../settings/secret-keys.ts';
import { hasColumn, quoteName } from './columns.ts';

const MIN_PART_LENGTH = 8;
const MIN_KEY_LENGTH = 20;
const MAX_LENGTH = 100_000;
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----([^-]{1,20000})/g;
/** The form of hashes and encrypted values. */
const KEY = /^[\w$=,.+/:-]{20,}$/;

/** Returns the keys of the appliance and of its certificates. Throws an Error when a file cannot be read. */
export function listKeySecrets(data: string): string[] {
  const certificates = [join(data, 'certs'), join(data, 'certs', 'next')]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? listPrivateKeyLines(readText(join(folder, entry.name))) : [],
      ),
    );
  return [
    ...(existsSync(secretsPath(data)) ? listStoredKeys(readText(secretsPath(data))) : []),
    ...certificates,
  ];
}

/** Returns the keys in the text of `secrets.json`. Omits the pin of the certificate, because it is public. */
function listStoredKeys(text: string): string[] {
  try {
    const { certificate: _public, ...keys } = JSON.parse(text) as Record<string, unknown>;
    return Object.values(keys).flatMap((key) =>
      typeof key === 'string' && key.length >= MIN_KEY_LENGTH ? listKeyNotations(key) : [],
    );
  } catch {
    // Every long word of a damaged file may be a key.
    return text.match(/[\w-]{20,}/g) ?? [];
  }
}

/** Returns a key in the notations of other programs. */
const listKeyNotations = (key: string): string[] => {
  const bytes = Buffer.from(key, 'base64url');
  return [key, bytes.toString('hex'), bytes.toString('base64')];
};

const listPrivateKeyLines = (text: string): string[] =>
  [...text.matchAll(PRIVATE_KEY)].flatMap(([, body = '']) => listLines(body));

/**
 * Returns the content of the secret columns: hashes and encrypted values unchanged, and the decrypted values.
 * Older data may have secret settings that are not encrypted yet. Throws the error of SQLite when a column
 * cannot be read. Values over 100,000 characters are skipped.
 */
export function listStoredSecrets(sqlite: Sqlite, data: string, declared: DeclaredData): string[] {
  const keys = existsSync(secretsPath(data)) ? openSecrets(data) : undefined;
  const values = declared.secretColumns
    .filter((column) => hasColumn(sqlite, column))
    .flatMap((column) => listTexts(sqlite, column));
  return [...values.flatMap((value) => listFromValue(value, keys)), ...listClearSettings(sqlite, declared)];
}

const listTexts = (sqlite: Sqlite, { table, column }: DeclaredColumn): string[] =>
  (
    sqlite.ask(
      `SELECT DISTINCT ${quoteName(column)} AS value FROM ${quoteName(table)} WHERE typeof(${quoteName(column)}) = 'text'`,
    ) as { value: string }[]
  ).map(({ value }) => value);

function listClearSettings(sqlite: Sqlite, { settings }: DeclaredData): string[] {
  if (!hasColumn(sqlite, { table: 'settings', column: 'value' })) return [];
  const secret = new Set([...SECRET_KEYS, ...settings.filter((one) => one.secret).map(({ key }) => key)]);
  const rows = sqlite.ask('SELECT key, value FROM settings WHERE value IS NOT NULL') as {
    key: string;
    value: string;
  }[];
  return rows.filter(({ key }) => secret.has(key)).flatMap(({ value }) => listParts(value));
}

function listFromValue(value: string, keys: Secrets | undefined): string[] {
  if (value.length > MAX_LENGTH) return [];
  const decrypted = keys?.decrypt(value);
  if (decrypted === undefined) return listParts(value).filter((part) => KEY.test(part));
  return [value, ...listParts(decrypted)];
}

/**
 * Returns a secret with its parts: its lines of at least 8 characters, the values in JSON, and the secret
 * parts of a URL.
 */
export function listParts(secret: string): string[] {
  const leaves = listLeaves(secret);
  const parts = leaves.flatMap((leaf) => [leaf, ...listLines(leaf), ...listUrlParts(leaf)]);
  return [...new Set([secret, ...parts])];
}

const listLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= MIN_PART_LENGTH && !line.startsWith('-----'));

function listLeaves(text: string): string[] {
  if (!/^\s*[[{]/.test(text)) return [text];
  try {
    return leavesOf(JSON.parse(text));
  } catch {
    return [text];
  }
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

function listUrlParts(text: string): string[] {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return [];
  const path = url.pathname.split('/').filter((part) => part.length >= MIN_PART_LENGTH);
  return [url.password, decodeText(url.password), ...path, ...url.searchParams.values()].filter(Boolean);
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
