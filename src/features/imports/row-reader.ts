import type { Tx } from '../../kit/data/tx.ts';
import type { Input, RecordOut } from '../../kit/resource/register.ts';
import type { Registers } from '../../kit/resource/registers.ts';
import { inputSchema } from '../../kit/resource/validate.ts';
import { isExportOf, textOfCell, truncateForError } from './cell-text.ts';
import { type CellFormat, valueOfCell } from './cells.ts';
import { labelOf, type SheetColumns } from './columns.ts';
import { refuseDamaged } from './damaged-cells.ts';
import type { ImportColumn } from './header-words.ts';
import type { NamedValues } from './named-values.ts';
import type { SheetFormats } from './notations.ts';
import { PENDING, type References } from './references.ts';
import { RowProblem } from './row-problem.ts';
import type { SheetRow } from './sheet.ts';

/** A row as input of the register's writer. */
export interface RowInput {
  /** The fields that the row changes. */
  input: Input;
  /** The values of columns that features add. */
  added: Input;
  /** References to records that earlier rows of a dry run add: field and name. */
  pending: RecordOut;
  /** The fields whose cells are invalid, with their errors. */
  problems: ReadonlyMap<string, RowProblem>;
}

interface Cell extends ImportColumn {
  text: string;
}

/** The record that a row changes, and the values of the row that were read so far. */
interface RowContext {
  before: RecordOut | undefined;
  values: Input;
  /** Number of the row. */
  row: number;
}

/** Reads the rows of one sheet. */
export class RowReader {
  /**
   * The columns of each field, in the order in which fields are read: references after the fields that narrow
   * them, and fields that depend on the type of the asset last.
   */
  private readonly groups: ImportColumn[][];

  constructor(
    private readonly registers: Registers,
    private readonly references: References,
    private readonly named: NamedValues,
    columns: SheetColumns,
    private readonly formats: SheetFormats,
  ) {
    const groups = [...Map.groupBy(columns.fields, ({ name }) => name).values()];
    const orderOf = ([column]: ImportColumn[]) =>
      column!.added?.fieldsByType ? 2 : Number(column!.field.ref !== undefined);
    this.groups = groups.sort((a, b) => orderOf(a) - orderOf(b));
  }

  /**
   * Reads a row. A cell with the exported text of a value in `before` always has that value, regardless of
   * the rules for cells. Errors of cells are in `problems` of the result. Throws `SkippedRow` when the user
   * chose to skip the row.
   */
  read(tx: Tx, row: SheetRow, before: RecordOut | undefined): RowInput {
    const problems = new Map<string, RowProblem>();
    const read: RowInput = { input: {}, added: {}, pending: {}, problems };
    const context: RowContext = { before, values: {}, row: row.row };
    for (const group of this.groups) {
      const cells = listFilledCells(group, row);
      if (cells.length === 0) continue;
      try {
        this.takeValue(read, cells, this.valueOf(tx, cells, context), context);
      } catch (cause) {
        if (!(cause instanceof RowProblem)) throw cause;
        problems.set(cells[0]!.name, cause);
      }
    }
    return read;
  }

  /** Returns the value of one field of a row; undefined when its cells are empty. */
  readField(tx: Tx, row: SheetRow, name: string, values: Input): unknown {
    const cells = this.groups
      .filter(([column]) => column!.name === name)
      .flatMap((group) => listFilledCells(group, row));
    const context = { before: undefined, values, row: row.row };
    return cells.length === 0 ? undefined : this.valueOf(tx, cells, context);
  }

  /** Returns the text of the first filled cell of a field. */
  cellOf(row: SheetRow, name: string): string | undefined {
    const group = this.groups.find(([column]) => column!.name === name) ?? [];
    return listFilledCells(group, row)[0]?.text;
  }

  private takeValue(read: RowInput, cells: Cell[], value: unknown, { before, values }: RowContext): void {
    const { name, field } = cells[0]!;
    if (value === undefined) return;
    if (value === PENDING) {
      read.pending[name] = cells[0]!.text;
      return;
    }
    values[name] = value;
    if (before && cells.every((cell) => this.isUnchanged(cell, before))) return;
    if (before && field.writable === 'once' && value !== before[name]) {
      const sentence = `cannot be changed. It is ${truncateForError(String(before[name]))}.`;
      const message = `${field.title} ${sentence}`;
      const errors = [{ column: cells[0]!.header, field: name, message }];
      throw new RowProblem(`${labelOf(cells[0]!)} ${sentence}`, errors);
    }
    (cells[0]!.added ? read.added : read.input)[name] = value;
  }

  /** Returns undefined when the user chose to leave the field empty. */
  private valueOf(tx: Tx, cells: Cell[], context: RowContext): unknown {
    const [first] = cells;
    if (!first!.field.ref) return this.sameValue(cells, (cell) => this.plainValue(cell, context));
    const ids = cells.filter(({ byname }) => !byname);
    const names = cells.filter(({ byname }) => byname);
    if (ids.length === 0) return this.sameValue(names, (cell) => this.namedValue(tx, cell, context));
    const id = this.sameValue(ids, (cell) => this.idValue(tx, cell, context));
    for (const { field, text } of names)
      prefixColumn(first!, () =>
        this.references.refuseOtherName(tx, field, id as number, text, context.values),
      );
    return id;
  }

  /** Returns the value that all cells have. Throws a `RowProblem` when two cells differ. */
  private sameValue(cells: Cell[], read: (cell: Cell) => unknown): unknown {
    const [first, ...others] = cells;
    const value = prefixColumn(first!, () => read(first!));
    if (value === undefined && others.length > 0) return this.sameValue(others, read);
    const other = others.find((cell) => ![value, undefined].includes(prefixColumn(cell, () => read(cell))));
    if (!other) return value;
    const { header, name, field, text } = first!;
    const message = `the columns ${header} ("${truncateForError(text)}") and ${other.header} ("${truncateForError(other.text)}") contradict each other. Correct one of them, or leave one empty.`;
    throw new RowProblem(`${field.title}: ${message}`, [
      { column: header, field: name, message: capitalize(message) },
    ]);
  }

  private plainValue(cell: Cell, { before, values }: RowContext): unknown {
    if (before && this.isUnchanged(cell, before)) return before[cell.name];
    const format = {
      notation: this.formats.notations.get(cell.index),
      dateorder: this.formats.dateorder,
    };
    if (!cell.added) return valueOfCell(cell.field, cell.text, format);
    const type = (values.assettypeid ?? before?.assettypeid) as number | undefined;
    return addedValue({ ...cell, field: cell.added.fieldsByType?.get(type ?? 0) ?? cell.field }, format);
  }

  private idValue(tx: Tx, cell: Cell, { before }: RowContext): unknown {
    if (before && this.isUnchanged(cell, before)) return before[cell.name];
    refuseDamaged(cell.text);
    return this.references.findById(tx, cell.name, cell.field, cell.text);
  }

  private namedValue(tx: Tx, cell: Cell, { before, values, row }: RowContext): unknown {
    if (before && this.isUnchanged(cell, before)) return before[cell.name];
    return this.named.resolve(tx, cell, values, row);
  }

  private isUnchanged({ name, field, byname, text }: Cell, before: RecordOut): boolean {
    const key = field.ref && byname ? this.registers.displayKey(name, field) : name;
    return isExportOf(text, before[key]);
  }
}

/** Returns the value of a cell of an added column. Throws a `RowProblem` when the field does not allow it. */
function addedValue({ field, text, added }: Cell, format: CellFormat): unknown {
  const value = valueOfCell(field, added?.readText?.(textOfCell(text)) ?? text, format);
  if (value === undefined) return undefined;
  const { error } = inputSchema(field).safeParse(value);
  if (error) throw new RowProblem(error.issues.map(({ message }) => message).join(' '));
  return value;
}

/** Returns the filled cells of a field. Fallback columns are used only when the others are empty. */
function listFilledCells(group: ImportColumn[], row: SheetRow): Cell[] {
  const cells = group.flatMap((column) => {
    const cell = row.cells[column.index]?.trim() ?? '';
    const text = column.readText?.(cell) ?? cell;
    return text ? [{ ...column, text }] : [];
  });
  const chosen = cells.filter(({ isFallback }) => !isFallback);
  return chosen.length > 0 ? chosen : cells;
}

/** Prefixes the message of a `RowProblem` with the name of the column. */
function prefixColumn<T>(column: ImportColumn, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof RowProblem)) throw cause;
    const { header, name } = column;
    const errors = [{ column: header, field: name, message: cause.message }];
    throw new RowProblem(`${labelOf(column)}: ${cause.message}`, errors);
  }
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
