import type { Tx } from '../../kit/data/tx.ts';
import type { Input } from '../../kit/resource/register.ts';
import type { Registers } from '../../kit/resource/registers.ts';
import { truncateForError } from './cell-text.ts';
import { labelOf } from './columns.ts';
import { refuseDamaged } from './damaged-cells.ts';
import type { ImportColumn } from './header-words.ts';
import type { RecordCreator } from './record-creator.ts';
import type { PENDING, References } from './references.ts';
import { SkippedRow, UnknownNameProblem } from './row-problem.ts';
import type { UnknownValues } from './unknown-values.ts';
import type { ValueChoice, ValueChoices } from './value-choices.ts';

interface NamedCell extends ImportColumn {
  text: string;
}

/** Finds the records that the cells of name columns refer to, and applies the choices for unknown names. */
export class NamedValues {
  constructor(
    private readonly registers: Registers,
    private readonly references: References,
    private readonly choices: ValueChoices,
    private readonly unknown: UnknownValues,
    private readonly creator: RecordCreator,
  ) {}

  /**
   * Returns the ID of a cell's record; undefined when its choice is to leave the field empty. `values` are
   * other values of the row. Throws a `RowProblem` for an unknown name without a choice, and `SkippedRow`
   * when the choice is to skip the row.
   */
  resolve(tx: Tx, cell: NamedCell, values: Input, row: number): number | typeof PENDING | undefined {
    const choice = this.choices.ofValue(cell, cell.text);
    if (choice === undefined) refuseDamaged(cell.text);
    try {
      const found = this.references.findByName(tx, cell.name, cell.field, cell.text, values);
      return isOverride(choice) ? override(cell, choice) : found;
    } catch (cause) {
      if (!(cause instanceof UnknownNameProblem)) throw cause;
      const noted = choice === undefined ? this.findBeforeNote(tx, cell, values) : undefined;
      if (noted !== undefined) return noted;
      this.unknown.note(cell, cell.text, row);
      const applied = choice ?? this.choices.ofColumn(cell);
      if (isOverride(applied)) return override(cell, applied);
      if (applied === 'error' || cause.isAmbiguous) throw cause;
      return this.creator.create(tx, this.registers.get(cell.field.ref!.register), cell.text, values);
    }
  }

  /** Returns the ID of the record whose name is in the cell before a note; undefined when there is none. */
  private findBeforeNote(tx: Tx, cell: NamedCell, values: Input): number | typeof PENDING | undefined {
    const name = cell.findName?.(cell.text);
    if (name === undefined) return undefined;
    try {
      return this.references.findByName(tx, cell.name, cell.field, name, values);
    } catch (cause) {
      if (cause instanceof UnknownNameProblem) return undefined;
      throw cause;
    }
  }
}

type Override = number | 'empty' | 'skip';

/** Reports whether a choice applies to a value even if a record has the name. */
const isOverride = (choice: ValueChoice | undefined): choice is Override =>
  typeof choice === 'number' || choice === 'empty' || choice === 'skip';

function override(cell: NamedCell, choice: Override): number | undefined {
  if (choice === 'skip')
    throw new SkippedRow(`${labelOf(cell)}: rows with "${truncateForError(cell.text)}" are skipped.`);
  return choice === 'empty' ? undefined : choice;
}
