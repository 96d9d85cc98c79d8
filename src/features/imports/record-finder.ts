import type { Reader, Value } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { invalid } from '../../kit/errors.ts';
import { listAddressSpellings } from '../../kit/network-address.ts';
import { type Field, isUnique } from '../../kit/resource/fields.ts';
import { idColumnOf } from '../../kit/resource/list-sorts.ts';
import { fromClauseOf, type Input, type Register, tableOf } from '../../kit/resource/register.ts';
import { allFieldsOf, type Registers } from '../../kit/resource/registers.ts';
import { hasValue, selectExactMatches } from '../../kit/resource/same-value.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import { listLookupTexts, truncateForError } from './cell-text.ts';
import type { SheetColumns } from './columns.ts';
import { readId } from './references.ts';
import { RowProblem } from './row-problem.ts';
import type { RowReader } from './row-reader.ts';
import type { SheetRow } from './sheet.ts';
import type { ImportTarget } from './target.ts';

/** The fields by which rows are matched with records. */
export type KeyFields = readonly string[];

/**
 * The ID of the record that a row matches. `isByKey` is true when the key matched it, false when the row
 * contains its ID.
 */
export interface RecordMatch {
  id: number;
  isByKey: boolean;
}

/**
 * Returns the fields of the first key of the target that has its main column in the sheet. Returns an empty
 * key when the register has no key, or when the sheet has the ID column instead. Throws 400 when the register
 * has a key, but the sheet has neither such a column nor the ID column.
 */
export function resolveKey(
  registers: Registers,
  { register }: ImportTarget,
  { fields: columns, id }: SheetColumns,
): KeyFields {
  const fields = allFieldsOf(registers, register);
  const single = listUniqueFields(registers, register);
  const isGiven = (name: string) => columns.some((column) => column.name === name);
  const found = single.find(isGiven);
  if (found) return [found];
  const together = register.uniqueTogether?.fields ?? [];
  const main = register.uniqueTogether?.names;
  if (main && isGiven(main)) return [main, ...together.filter((name) => name !== main && isGiven(name))];
  const wanted = single[0] ?? main;
  if (!wanted || id) return [];
  throw invalid(
    'mapping',
    `No column contains ${fields[wanted]!.title}, which is needed to match rows to records.`,
  );
}

/** Returns the fields that alone identify a record, the preferred one first. */
function listUniqueFields(registers: Registers, register: Register): string[] {
  const fields = allFieldsOf(registers, register);
  const unique = Object.keys(fields).filter((name) => isUnique(fields[name]!));
  const single = [register.label, 'assetnumber', ...unique].filter((name) => unique.includes(name));
  if (register.asset) single.sort((a, b) => Number(b === 'assetnumber') - Number(a === 'assetnumber'));
  return single;
}

/** Returns the field that identifies a record of the register; undefined without one. */
export const resolveKeyField = (registers: Registers, register: Register): string | undefined =>
  listUniqueFields(registers, register)[0] ?? register.uniqueTogether?.names;

/** Reports whether records have a name in several spellings, which older data may contain. */
export function hasSeveralSpellings(
  reader: Reader,
  register: Register,
  [name, field]: [string, Field],
  text: string,
): boolean {
  const { sql, params } = hasValue(register, name, field, text);
  const spellings = reader.all(
    `SELECT DISTINCT ${tableOf(register, name)}.${name} COLLATE BINARY FROM ${fromClauseOf(register)} WHERE ${sql} LIMIT 2`,
    ...params,
  );
  return spellings.length > 1;
}

/**
 * Maximum number of records that are read for one key. Two would show that it is ambiguous. More are read,
 * because a record with the exact spelling wins.
 */
const MAX_NAMESAKES = 4;

/** Finds the records to which the rows of a file belong. */
export class RecordFinder {
  constructor(
    private readonly register: Register,
    private readonly fields: Readonly<Record<string, Field>>,
    private readonly columns: SheetColumns,
    readonly key: KeyFields,
    private readonly rows: RowReader,
  ) {}

  /**
   * Returns the record of a row by its ID, else by its key; undefined for a new one. Throws a `RowProblem`
   * when the ID is invalid or the key is ambiguous.
   */
  find(tx: Tx, row: SheetRow): RecordMatch | undefined {
    const cell = this.columns.id && row.cells[this.columns.id.index]?.trim();
    if (cell) return { id: this.byId(tx, cell), isByKey: false };
    const ids = this.byKey(tx, row);
    if (ids.length > 1) throw new RowProblem('Several records match this row.');
    return ids.length === 1 ? { id: ids[0]!, isByKey: true } : undefined;
  }

  private byId(reader: Reader, cell: string): number {
    const { one, table, id: name } = this.register;
    const id = readId(cell);
    const hint = `Leave ${this.columns.id!.header} empty to match the row by name or to add a record.`;
    if (id === undefined) throw new RowProblem(`"${truncateForError(cell)}" is not an ID. ${hint}`);
    const existingId = reader.value<number>(`SELECT ${name} FROM ${table} WHERE ${name} = ?`, id);
    if (existingId === undefined)
      throw new RowProblem(`There is no ${toSentenceForm(one)} with the ID ${id}. ${hint}`);
    return existingId;
  }

  /** Returns the IDs for all spellings of the key's first field. More than one is ambiguous. */
  private byKey(tx: Tx, row: SheetRow): number[] {
    const [main, ...others] = this.key;
    const cell = main === undefined ? undefined : this.rows.cellOf(row, main);
    if (cell === undefined) return [];
    const texts = listLookupTexts(cell);
    const findNamed = this.register.findNamed?.[main!];
    if (findNamed) return [...new Set(texts.flatMap((text) => findNamed(tx, text)))];
    const values: Input = {};
    for (const name of others) values[name] = this.rows.readField(tx, row, name, values) ?? null;
    const found = texts
      .flatMap(listAddressSpellings)
      .flatMap((text) => this.withKey(tx, { ...values, [main!]: text }));
    return [...new Set(found)];
  }

  /**
   * Returns the IDs for the fields of the key. Among names that differ in letter case only, the exact
   * spelling wins.
   */
  private withKey(reader: Reader, values: Input): number[] {
    const { register, key } = this;
    const [main] = key;
    const conditions = key.map((name) => hasValue(register, name, this.fields[name]!, values[name] as Value));
    const sql = conditions.map((one) => one.sql).join(' AND ');
    const rows = reader.all<{ id: number; name: unknown }>(
      `SELECT ${idColumnOf(register)} AS id, ${tableOf(register, main!)}.${main} AS name FROM ${fromClauseOf(register)} WHERE ${sql} LIMIT ${MAX_NAMESAKES}`,
      ...conditions.flatMap(({ params }) => params),
    );
    return selectExactMatches(rows, String(values[main!])).map(({ id }) => id);
  }
}
