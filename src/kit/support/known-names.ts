import type { Sqlite } from '#runtime';
import { readIpAddress, readMacAddress } from '../network-address.ts';
import { listColumns, listTables, quoteName } from './columns.ts';

/** Fields with names of people, in addition to those declared as personal. */
const PEOPLE = ['username', 'email', 'firstname', 'lastname', 'fullname', 'contactname', 'personname', 'sso'];
/** Fields that name the author of a change: `recordedby`, `scannedby`. */
const NAME_FIELD = /^[a-z]{2,}by$/;
const PCS = ['hostname', 'fullhostname', 'fqdn', 'windowsname', 'devicename'];
const MAX_NAME_LENGTH = 200;
const MAX_PERSON_WORDS = 5;
/** Names of roles and programs. They identify no person and occur in most logs. */
const GENERIC = new Set([
  'admin',
  'administrator',
  'anonymous',
  'command line',
  'guest',
  'localhost',
  'millwright',
  'nobody',
  'operator',
  'root',
  'service',
  'system',
  'test',
  'user',
]);

/** The kind of a named thing, with which its placeholders start. */
export type NameKind = 'person' | 'pc';

/** Determines which fields of rows, responses and log lines contain names. */
export class NameFieldMatcher {
  private readonly people: ReadonlySet<string>;
  private readonly pcs = new Set(PCS);

  constructor(personalFields: readonly string[]) {
    this.people = new Set([...PEOPLE, ...personalFields]);
  }

  /** Returns the kind of the names in a field; undefined for a field without names. */
  kindOf(field: string): NameKind | undefined {
    if (this.pcs.has(field)) return 'pc';
    return this.people.has(field) || NAME_FIELD.test(field) ? 'person' : undefined;
  }
}

/**
 * Reports whether a text is a specific name and long enough to search for. Addresses do not count, because
 * their form identifies them.
 */
export const isDistinctive = (name: string): boolean =>
  readIpAddress(name) === undefined &&
  // A badge may have as many digits as a MAC address.
  (/^\d+$/.test(name) || readMacAddress(name) === undefined) &&
  name.length <= MAX_NAME_LENGTH &&
  (name.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= (/^[\d\s.-]+$/.test(name) ? 4 : 2) &&
  !GENERIC.has(name.toLowerCase());

/**
 * Returns the other spellings of a person's name: with the last name first, or last if it is first, as in
 * `Lindqvist, Anna`.
 */
export function listPersonSpellings(name: string): string[] {
  const [last, rest, ...more] = name.split(',').map((part) => part.trim());
  if (last && rest) return more.length === 0 ? [`${rest} ${last}`, `${last} ${rest}`, `${last},${rest}`] : [];
  const words = name.trim().split(/\s+/);
  if (words.length < 2 || words.length > MAX_PERSON_WORDS) return [];
  const [first, end] = [words.slice(0, -1).join(' '), words.at(-1)!];
  return [`${end}, ${first}`, `${end},${first}`, `${end} ${first}`];
}

/**
 * Returns the distinctive names of people and PCs in the tables, with their `listSpellings`. Of the audit
 * log, it covers only users. Throws the error of SQLite when a table cannot be read.
 */
export function listNames(sqlite: Sqlite, fields: NameFieldMatcher): [name: string, kind: NameKind][] {
  const all = listTables(sqlite).flatMap((table) => {
    const columns = listColumns(sqlite, table);
    // The audit log also names tokens, jobs and the appliance itself.
    const among = columns.includes('actorkind') ? " AND actorkind = 'user'" : '';
    return columns.flatMap((column) => {
      const kind = fields.kindOf(column);
      if (kind === undefined) return [];
      const names = namesIn(sqlite, { table, column, among }).flatMap((name) => listSpellings(name, kind));
      return names.map((name) => pairOf(name, kind));
    });
  });
  return all.filter(([name]) => isDistinctive(name));
}

/** Returns the user names of all accounts. Throws the error of SQLite when they cannot be read. */
export const listAccounts = (sqlite: Sqlite): string[] =>
  namesIn(sqlite, { table: 'users', column: 'username', among: '' });

/**
 * Returns the spellings of the name of an account or a PC, each once: unchanged, without what follows `@` or
 * the first dot, and without a Windows domain.
 */
export function listSpellings(name: string, kind: NameKind): string[] {
  const [first = name] = name.split(kind === 'pc' ? '.' : '@');
  return [...new Set([name, first, name.slice(name.lastIndexOf('\\') + 1)])];
}

const pairOf = (name: string, kind: NameKind): [string, NameKind] => [name, kind];

interface NameColumn {
  table: string;
  column: string;
  among: string;
}

function namesIn(sqlite: Sqlite, { table, column, among }: NameColumn): string[] {
  const name = quoteName(column);
  const rows = sqlite.ask(
    `SELECT DISTINCT ${name} AS name FROM ${quoteName(table)} WHERE typeof(${name}) = 'text'${among}`,
  ) as { name: string }[];
  return rows.map((row) => row.name.trim());
}
