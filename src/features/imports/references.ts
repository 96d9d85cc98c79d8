import type { Reader, Value } from '../../kit/data/reader.ts';
import { foldName } from '../../kit/fold-name.ts';
import type { Field } from '../../kit/resource/fields.ts';
import { idColumnOf } from '../../kit/resource/list-sorts.ts';
import { findMergeTarget, namingFieldsOf } from '../../kit/resource/merged-names.ts';
import { fromClauseOf, type Input, type Register, tableOf } from '../../kit/resource/register.ts';
import { allFieldsOf, type Registers } from '../../kit/resource/registers.ts';
import { hasValue, selectExactMatches } from '../../kit/resource/same-value.ts';
import { displayLabel } from '../../kit/resource/select.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import { listLookupTexts, textOfCell, truncateForError } from './cell-text.ts';
import { RowProblem, UnknownNameProblem } from './row-problem.ts';

/**
 * Maximum number of records that are read for one name. Two would show that it is ambiguous. More are read,
 * because a record with the exact spelling wins.
 */
const MAX_NAMESAKES = 4;

/** A record that an earlier row of the same file adds. In a dry run it has no ID yet. */
export const PENDING = Symbol('pending');

/**
 * Finds the records to which reference columns refer, by ID or by name. Each lookup throws a `RowProblem` on
 * failure.
 */
export class References {
  /** Folded names that earlier rows add to the register of the target. */
  readonly pending = new Set<string>();
  private readonly found = new Map<string, number>();

  constructor(
    private readonly registers: Registers,
    private readonly own: Register,
    /** Reports whether the current row created a record, whose ID may be gone after the row. */
    private readonly isOfRow: (register: Register, id: number) => boolean,
  ) {}

  /** Returns the ID in a cell of an ID column. Throws a `RowProblem` when it is invalid or unknown. */
  findById(reader: Reader, name: string, field: Field, cell: string): number {
    const target = this.targetOf(field);
    const key = JSON.stringify([target.name, 'id', cell]);
    const found = this.found.get(key);
    if (found !== undefined) return found;
    const id = readId(cell);
    const display = this.registers.displayKey(name, field);
    if (id === undefined)
      throw new RowProblem(
        `"${truncateForError(cell)}" is not an ID. Enter names in a column named ${display}.`,
      );
    const existingId = reader.value<number>(
      `SELECT ${target.id} FROM ${target.table} WHERE ${target.id} = ?`,
      id,
    );
    if (existingId === undefined)
      throw new RowProblem(`There is no ${toSentenceForm(target.one)} with the ID ${id}.`);
    this.found.set(key, existingId);
    return existingId;
  }

  /**
   * Returns the ID of the record with this name, or into which it was merged. `values` are other values of
   * the row, which narrow the search. Returns `PENDING` when only an earlier row of a dry run adds it. Throws
   * an `UnknownNameProblem` when there is none, or more than one.
   */
  findByName(
    reader: Reader,
    name: string,
    field: Field,
    cell: string,
    values: Input,
  ): number | typeof PENDING {
    const target = this.targetOf(field);
    const narrowing = listNarrowingFields(target, values);
    const key = JSON.stringify([target.name, cell, narrowing.map((one) => values[one])]);
    const found = this.found.get(key);
    if (found !== undefined) return found;
    const ids = this.findNamed(reader, target, cell, narrowing, values);
    if (ids.length > 1) throw new UnknownNameProblem(severalOf(target, cell, name), true);
    const id = ids[0] ?? this.findMerged(reader, target, cell, values);
    if (id !== undefined) {
      if (!this.isOfRow(target, id)) this.found.set(key, id);
      return id;
    }
    if (target.name === this.own.name && this.isPending(cell)) return PENDING;
    throw new UnknownNameProblem(describeMissing(target, cell, narrowing.length > 0, name), false);
  }

  /** Throws a `RowProblem` when the cell of a name column refers to a different record than the ID. */
  refuseOtherName(reader: Reader, field: Field, id: number, cell: string, values: Input): void {
    const target = this.targetOf(field);
    const label = `${tableOf(target, target.label)}.${target.label}`;
    const named = reader.value<string>(
      `SELECT ${label} FROM ${fromClauseOf(target)} WHERE ${idColumnOf(target)} = ?`,
      id,
    );
    const names = [named, displayLabel(target) === target.id ? id : named].map((text) =>
      foldName(String(text)),
    );
    if (listLookupTexts(cell).some((text) => names.includes(foldName(text)))) return;
    if (names.some((text) => listLookupTexts(text).includes(foldName(cell)))) return;
    if (this.findMerged(reader, target, cell, values) === id) return;
    throw new RowProblem(
      `The ID ${id} belongs to "${truncateForError(String(named))}", but the name is "${truncateForError(cell)}". Correct one of them, or leave one empty.`,
    );
  }

  private targetOf(field: Field): Register {
    return this.registers.get(field.ref!.register);
  }

  private isPending(cell: string): boolean {
    return listLookupTexts(cell).some((text) => this.pending.has(foldName(text)));
  }

  /** Returns the ID of the record into which the one with this name was merged. */
  private findMerged(reader: Reader, target: Register, cell: string, values: Input): number | undefined {
    const ids = listLookupTexts(cell).map((text) =>
      findMergeTarget(
        reader,
        target.table,
        namingFieldsOf(target).map((name) =>
          name === target.label ? text : ((values[name] ?? null) as Value),
        ),
      ),
    );
    return ids.find((id) => id !== undefined);
  }

  /**
   * Returns the IDs for each spelling of the name. Among names that differ in letter case only, the exact
   * spelling wins.
   */
  private findNamed(
    reader: Reader,
    target: Register,
    cell: string,
    narrowing: readonly string[],
    values: Input,
  ): number[] {
    const label = `${tableOf(target, target.label)}.${target.label}`;
    const narrower = narrowing.map((name) => ` AND ${target.table}.${name} IS ?`).join('');
    const rest = narrowing.map((name) => (values[name] ?? null) as Value);
    const rows = listLookupTexts(cell).flatMap((text) => {
      const same = hasValue(target, target.label, allFieldsOf(this.registers, target)[target.label]!, text);
      const sql = `SELECT ${idColumnOf(target)} AS id, ${label} AS name FROM ${fromClauseOf(target)} WHERE ${same.sql}${narrower} LIMIT ${MAX_NAMESAKES}`;
      return selectExactMatches(
        reader.all<{ id: number; name: unknown }>(sql, ...same.params, ...rest),
        text,
      );
    });
    return [...new Set(rows.map(({ id }) => id))];
  }
}

/**
 * Reads an ID as exports write it. Returns undefined for digits with leading zeros, because those are a name.
 */
export function readId(cell: string): number | undefined {
  const text = textOfCell(cell);
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/**
 * Returns the fields of a row that distinguish records of the same name, as the vendor distinguishes models.
 */
export const listNarrowingFields = (target: Register, values: Input): string[] =>
  target.uniqueTogether?.fields.filter((name) => name !== target.label && name in values) ?? [];

const severalOf = (target: Register, cell: string, name: string): string =>
  `There is more than one ${toSentenceForm(target.one)} "${truncateForError(cell)}". Enter the ID in a column named ${name}.`;

function describeMissing(target: Register, cell: string, isNarrowed: boolean, name: string): string {
  const among = isNarrowed ? ' with these details' : '';
  const hint = readId(cell) ? ` IDs belong in a column named ${name}.` : '';
  return `There is no ${toSentenceForm(target.one)} "${truncateForError(cell)}"${among}. Create it first, or correct the name.${hint}`;
}
