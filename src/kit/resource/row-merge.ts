import type { Row, Value } from '../data/reader.ts';
import { sameName } from '../data/same-name.ts';
import type { Tx } from '../data/tx.ts';
import { conflict } from '../errors.ts';
import { deleteMergedNames, recordMergedName } from './merged-names.ts';
import type { Register } from './register.ts';
import type { Registers } from './registers.ts';

type Step =
  | { kind: 'move'; table: string; column: string; id: number; to: number }
  | { kind: 'end'; table: string; id: number; to: number };

/**
 * Merges two rows of a table, one step at a time. All references to the removed row move to the remaining
 * one. Where both have a row that must be unique, such as a model of the same number, those two rows are
 * merged as well.
 */
export class RowMerge {
  /** The number of rows whose reference moved, by table. */
  readonly moved = new Map<string, number>();
  /** The number of other pairs of rows that were merged as a consequence, by table. */
  readonly joined = new Map<string, number>();
  private readonly steps: Step[] = [];

  constructor(private readonly registers: Registers) {}

  /**
   * Plans the steps of a merge: each reference to the row `id` moves to the row `to`, then `id` is deleted.
   */
  begin(tx: Tx, table: string, id: number, to: number): void {
    this.steps.push({ kind: 'end', table, id, to });
    for (const { table: other, column } of tx.schema.keysTo(table)) {
      const key = tx.schema.table(other).id;
      // Tables without an ID column are counts, which triggers maintain.
      if (key === '') continue;
      const rows = tx.all<{ id: number }>(`SELECT ${key} AS id FROM ${other} WHERE ${column} = ?`, id);
      for (const row of rows) this.steps.push({ kind: 'move', table: other, column, id: row.id, to });
    }
  }

  /**
   * Runs the next step. Returns true while steps remain. Throws 409 CONFLICT when it would merge rows of a
   * register that extends assets.
   */
  step(tx: Tx): boolean {
    const step = this.steps.pop();
    if (step?.kind === 'move') this.move(tx, step);
    if (step?.kind === 'end') this.end(tx, step);
    return this.steps.length > 0;
  }

  private move(tx: Tx, { table, column, id, to }: Step & { kind: 'move' }): void {
    const row = tx.row(table, id);
    if (!row) return;
    const twin = findDuplicate(tx, this.registers.findByTable(table), table, { ...row, [column]: to });
    if (twin === undefined) {
      tx.update(table, id, { [column]: to });
      count(this.moved, table);
    } else {
      this.begin(tx, table, id, twin);
      count(this.joined, table);
    }
  }

  private end(tx: Tx, { table, id, to }: Step & { kind: 'end' }): void {
    const [gone, target] = [tx.row(table, id)!, tx.row(table, to)!];
    const register = this.registers.findByTable(table);
    if (register?.asset) throw conflict('into', `${register.many} cannot be merged.`);
    deleteMergedNames(tx, table, id);
    tx.delete(table, id);
    tx.update(table, to, missingValuesOf(tx, table, gone, target));
    if (register && register.remove === 'hard') recordMergedName(tx, register, gone, to);
  }
}

const count = (counts: Map<string, number>, table: string) => counts.set(table, (counts.get(table) ?? 0) + 1);

/**
 * Returns the ID of another row with the same values in columns that are unique, alone or together; undefined
 * when there is none. Values that are all null do not count.
 */
export function findDuplicate(
  tx: Tx,
  register: Register | undefined,
  table: string,
  row: Row,
): number | undefined {
  const { id, uniques, names } = tx.schema.table(table);
  const together = register?.uniqueTogether ? [[...register.uniqueTogether.fields]] : [];
  for (const columns of [...uniques, ...together]) {
    if (columns.includes(id)) continue;
    const values = columns.map((column) => row[column] as Value);
    if (values.every((value) => value === null)) continue;
    const same = columns.map((column, n) =>
      names.has(column) && values[n] !== null
        ? sameName({ table, id, column }, values[n]!)
        : { sql: `${column} IS ?`, params: [values[n]!] },
    );
    const found = tx.value<number>(
      `SELECT ${id} FROM ${table} WHERE ${same.map(({ sql }) => sql).join(' AND ')} AND ${id} <> ?`,
      ...same.flatMap(({ params }) => params),
      row[id]!,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the values of the removed row that the remaining one lacks, except unique values and the parent of
 * a tree.
 */
function missingValuesOf(tx: Tx, table: string, gone: Row, target: Row): Row {
  const { uniques, foreignKeys, id } = tx.schema.table(table);
  const own = new Set([id, ...uniques.flat(), 'createddate', 'modifieddate', 'isactive']);
  for (const key of foreignKeys) if (key.table === table) own.add(key.column);
  return Object.fromEntries(
    Object.entries(gone).filter(
      ([column, value]) => !own.has(column) && value !== null && target[column] === null,
    ),
  );
}
