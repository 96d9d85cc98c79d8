import type { ImportColumn } from './header-words.ts';
import { valueKeyOf } from './value-choices.ts';

/** A name in the file that no record has. */
export interface UnknownValue {
  /** Header of the column. */
  column: string;
  field: string;
  /** The name in its first spelling. */
  value: string;
  /** Number of rows with the value. */
  rows: number;
}

/** Maximum number of unknown values that a response lists. */
export const MAX_UNKNOWN_VALUES = 1000;
/** Maximum number of unknown values that are counted, because their names stay in memory. */
const MAX_COUNTED = 20_000;
/** Maximum length of a name. A longer cell is only an error of its row. */
const MAX_LENGTH = 255;

interface Entry extends UnknownValue {
  source: ImportColumn;
  lastrow: number;
}

/** Collects the unknown values of a file, each once for its column in any letter case. */
export class UnknownValues {
  private readonly entries = new Map<string, Entry>();

  /** Counts a value once for each row. */
  note(column: ImportColumn, cell: string, row: number): void {
    if (cell.length > MAX_LENGTH) return;
    const key = `${column.index} ${valueKeyOf(cell)}`;
    const entry = this.entries.get(key);
    if (!entry && this.entries.size < MAX_COUNTED)
      this.entries.set(key, {
        column: column.header,
        field: column.name,
        value: cell,
        rows: 1,
        source: column,
        lastrow: row,
      });
    if (!entry || entry.lastrow === row) return;
    entry.rows++;
    entry.lastrow = row;
  }

  /** Number of different values, which stops at `MAX_COUNTED`. */
  get total(): number {
    return this.entries.size;
  }

  /** Returns the first values in the order of the columns, with their columns. */
  list(): { value: UnknownValue; source: ImportColumn }[] {
    return [...this.entries.values()]
      .slice(0, MAX_UNKNOWN_VALUES)
      .sort((a, b) => a.source.index - b.source.index)
      .map(({ source, lastrow: _last, ...value }) => ({ value, source }));
  }
}
