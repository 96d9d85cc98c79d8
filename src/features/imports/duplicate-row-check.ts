import { foldName } from '../../kit/fold-name.ts';
import type { Input } from '../../kit/resource/register.ts';
import { dropDecimals } from './damaged-cells.ts';
import { errorOf, type RowNames } from './row-errors.ts';
import { RowProblem } from './row-problem.ts';

/** Removes decimals from an identifier, because a spreadsheet may write the number 100234 as 100234.0. */
const wholeNumber = (value: unknown): unknown =>
  (typeof value === 'string' && dropDecimals(value)) || (value ?? null);

/** Detects two rows of a file for the same record, because the second would overwrite the first. */
export class DuplicateRowCheck {
  private readonly rows = new Map<string, NamedRow>();

  constructor(
    private readonly names: RowNames,
    /** Fields, or combinations of fields, whose values identify a record. */
    private readonly keys: readonly (readonly string[])[],
  ) {}

  /**
   * Remembers a row. Throws a `RowProblem` when an earlier row is of the same record. The problem names the
   * line of that row and, if there is one, the column with the same value. `id` is that of the record that
   * the row changes.
   */
  refuse(input: Input, id: number | undefined, line: number): void {
    const problem = this.find(input, id, line);
    for (const { mark } of this.listMarks(input, id)) {
      const key = foldName(mark);
      if (!this.rows.has(key)) this.rows.set(key, { id, mark, line });
    }
    if (problem) throw problem;
  }

  /** Returns the problem of a row that has the record of an earlier row. Does not remember the row. */
  find(input: Input, id: number | undefined, line: number): RowProblem | undefined {
    for (const { main, mark } of this.listMarks(input, id)) {
      const earlier = this.rows.get(foldName(mark));
      if (earlier && !areTwoRecords(earlier, { id, mark, line })) return this.problemOf(main, earlier);
    }
    return undefined;
  }

  private listMarks(input: Input, id: number | undefined): { main: string; mark: string }[] {
    const marks = this.keys
      .filter(([main]) => (input[main!] ?? null) !== null)
      .map((fields) => ({
        main: fields[0]!,
        mark: JSON.stringify([fields, fields.map((name) => wholeNumber(input[name]))]),
      }));
    return id === undefined ? marks : [...marks, { main: '', mark: `id ${id}` }];
  }

  /** Remembers the record that a row created, because later rows of the same record find it by its name. */
  noteCreated(id: number, line: number): void {
    const mark = `id ${id}`;
    this.rows.set(foldName(mark), { id, mark, line });
  }

  private problemOf(field: string, { line }: NamedRow): RowProblem {
    const title = this.names.fields[field]?.title;
    const message = title
      ? `Line ${line} of this file has the same value, so both rows would be the same record.`
      : `Line ${line} of this file is the same record.`;
    return new RowProblem(title ? `${title}: ${message}` : message, [errorOf(this.names, field, message)]);
  }
}

/** A row with the name that it sets, and the ID of its record if the record exists. */
interface NamedRow {
  id: number | undefined;
  mark: string;
  line: number;
}

/**
 * Reports whether two rows belong to two records whose names differ in letter case only, which older data may
 * contain.
 */
const areTwoRecords = (one: NamedRow, other: NamedRow): boolean =>
  one.id !== undefined && other.id !== undefined && one.id !== other.id && one.mark !== other.mark;
