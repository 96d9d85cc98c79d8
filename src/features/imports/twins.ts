import type { Input } from '../../kit/resource/register.ts';
import { fold } from '../../kit/search/condition.ts';
import { withoutDecimals } from './damaged-cells.ts';
import { RowProblem } from './row-problem.ts';

/** A spreadsheet writes the number 100234 as 100234.0 too. */
const wholeNumber = (value: unknown): unknown =>
  (typeof value === 'string' && withoutDecimals(value)) || (value ?? null);

/** Two rows of one file for one record would overwrite each other. */
export class Twins {
  private readonly lines = new Map<string, number>();

  constructor(
    /** Fields, or fields together, whose values name a record. */
    private readonly keys: readonly (readonly string[])[],
  ) {}

  /** Throws a RowProblem that names the line of the earlier row. `id` is that of the record that the row changes. */
  refuse(input: Input, id: number | undefined, line: number): void {
    const marks = this.keys
      .filter(([main]) => (input[main!] ?? null) !== null)
      .map((names) => fold(JSON.stringify([names, names.map((name) => wholeNumber(input[name]))])));
    if (id !== undefined) marks.push(`id ${id}`);
    const twin = marks.map((mark) => this.lines.get(mark)).find((known) => known !== undefined);
    for (const mark of marks) if (!this.lines.has(mark)) this.lines.set(mark, line);
    if (twin !== undefined) throw new RowProblem(`Line ${twin} of this file is the same record.`);
  }
}
