import { damageOf, readSheet, type SheetRow, textOfCell } from '../../src/features/imports/index.ts';
import { runBatchOperation } from '../../src/kit/audit/batch-operation.ts';
import type { WriteContext } from '../../src/kit/data/tx.ts';
import { invalid } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import type { Input } from '../../src/kit/resource/register.ts';
import { TimeSlice } from '../../src/kit/time-slice.ts';
import { REQUIRED_KEYS, readEntry } from './entry-input.ts';
import { API_NAMES, PERSON_KEYS, type PersonKey } from './person.ts';
import { bySso, bySsos } from './queries.ts';
import { employees } from './register.ts';

const MAX_REPORTED_ROWS = 200;

export interface PersonImportRow {
  row: number;
  /** The line of the row in the file. */
  line: number;
  sso: string;
  name: string;
  outcome: 'add' | 'update' | 'skip';
  /**
   * Null for a row that is imported, and for a row that is skipped because the person already has its values.
   */
  reason: string | null;
}
export interface ImportPeopleResult {
  added: number;
  updated: number;
  skipped: number;
  dryrun: boolean;
  /** The line of the file with the column names. */
  headerline: number;
  /** The first 200 rows of the file. */
  rows: PersonImportRow[];
}

interface ParsedRow extends PersonImportRow {
  entry: Input | undefined;
}

interface People {
  headerline: number;
  rows: ParsedRow[];
}

/** Reads the rows of a spreadsheet as people. Throws 400 when a required column is missing. */
async function readPeople(bytes: Uint8Array, turn: TimeSlice): Promise<People> {
  const { headers, headerline, rows } = await readSheet(bytes, turn, (cells) => placesOf(cells).size);
  const places = neededPlaces(headers);
  return { headerline, rows: rows.map((row) => readPerson(row, places)) };
}

function readPerson({ row, line, cells }: SheetRow, places: ReadonlyMap<PersonKey, number>): ParsedRow {
  const texts: Partial<Record<PersonKey, string>> = {};
  for (const [key, at] of places) texts[key] = textOfCell(cells[at] ?? '') || undefined;
  const damage = [...places.values()].map((at) => damageOf(cells[at] ?? '')).find(Boolean);
  const { entry, reason = null } = damage ? { reason: damage } : readEntry(texts);
  const name = [texts.firstname, texts.lastname].filter(Boolean).join(' ');
  return { row, line, sso: texts.sso ?? '', name, entry, outcome: entry ? 'add' : 'skip', reason };
}

/**
 * Returns the index of the column of each key that the header contains. Letter case, blanks, hyphens and
 * underscores are ignored.
 */
function placesOf(headers: readonly string[]): Map<PersonKey, number> {
  const normalizeHeader = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '');
  const places = new Map<PersonKey, number>();
  for (const key of PERSON_KEYS) {
    const at = headers.findIndex((header) => normalizeHeader(header) === normalizeHeader(API_NAMES[key]));
    if (at >= 0) places.set(key, at);
  }
  return places;
}

function neededPlaces(headers: readonly string[]): Map<PersonKey, number> {
  const places = placesOf(headers);
  const missing = REQUIRED_KEYS.filter((key) => !places.has(key));
  if (missing.length === 0) return places;
  const names = missing.map((key) => API_NAMES[key]).join(', ');
  throw invalid('file', `The first row must contain these column names: ${names}.`);
}

function toResult({ headerline, rows }: People, dryrun: boolean): ImportPeopleResult {
  const count = (outcome: PersonImportRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return {
    added: count('add'),
    updated: count('update'),
    skipped: count('skip'),
    dryrun,
    headerline,
    rows: rows.slice(0, MAX_REPORTED_ROWS).map(({ entry: _entry, ...row }) => row),
  };
}

/** Computes the result of an import without changing data. Throws 400 when a required column is missing. */
export async function previewPeople(
  host: Host,
  bytes: Uint8Array,
  turn: TimeSlice,
): Promise<ImportPeopleResult> {
  const people = await readPeople(bytes, turn);
  predictOutcomes(host, people);
  return toResult(people, true);
}

/** Sets the outcome of each valid row, and reports whether any row would change anything. */
function predictOutcomes(host: Host, { rows }: People): boolean {
  const ssos = JSON.stringify(rows.flatMap(({ entry }) => (entry ? [entry.sso] : [])));
  const records = host.db.read((reader) => bySsos.all(reader, { ssos }));
  const entriesBySso = new Map<string, Input>(records.map((record) => [record.sso, record]));
  for (const row of rows) {
    if (!row.entry) continue;
    const sso = row.entry.sso as string;
    const before = entriesBySso.get(sso);
    row.outcome = before ? (isSame(row.entry, before) ? 'skip' : 'update') : 'add';
    entriesBySso.set(sso, { ...before, ...row.entry });
  }
  return rows.some(({ outcome }) => outcome !== 'skip');
}

const isSame = (entry: Input, before: Input): boolean =>
  Object.keys(entry).every((key) => (entry[key] ?? null) === (before[key] ?? null));

/**
 * Adds new people and updates existing ones by SSO. All changes share one audit row and succeed or fail
 * together. A person with equal values is skipped. An import without changes writes no audit row. Throws 400
 * when a required column is missing.
 */
export async function importPeople(
  host: Host,
  context: WriteContext,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<ImportPeopleResult> {
  const people = await readPeople(bytes, new TimeSlice(context.account));
  if (!predictOutcomes(host, people)) return toResult(people, false);
  const { rows } = people;
  const { writer } = host.resource(employees);
  let at = 0;
  await runBatchOperation(host.db, context, {
    action: 'employees.employee.imported',
    step: (tx) => {
      const row = rows[at++];
      if (row?.entry) {
        const existing = bySso.get(tx, { sso: row.entry.sso as string });
        const mark = tx.journal.length;
        const { sso: _sso, ...change } = row.entry;
        if (existing) writer.updateIn(tx, existing.employeeid, change);
        else writer.createIn(tx, row.entry);
        const isChanged = tx.journal.length > mark;
        row.outcome = existing ? (isChanged ? 'update' : 'skip') : 'add';
      }
      return at < rows.length;
    },
    finish: () => undefined,
    note: () => ({
      entitytype: 'employee',
      entityid: null,
      details: { changes: {}, rows: rows.length },
    }),
    signal,
  });
  return toResult(people, false);
}
