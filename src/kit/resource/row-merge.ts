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
 * Makes one row of a table out of two, a step at a time: whatever refers to the one that goes then refers to the one
 * that stays. Where both have a row that can be there once only, such as a model of the same number, those two become
 * one as well.
 */
export class RowMerge {
  /** Rows that now refer to the one that stays, by table. */
  readonly moved = new Map<string, number>();
  /** Pairs of rows that became one beside the two, by table. */
  readonly joined = new Map<string, number>();
  private readonly steps: Step[] = [];

  constructor(private readonly registers: Registers) {}

  begin(tx: Tx, table: string, id: number, to: number): void {
    this.steps.push({ kind: 'end', table, id, to });
    for (const { table: other, column } of tx.schema.keysTo(table)) {
      const key = tx.schema.table(other).id;
      // Tallies, which triggers keep right by themselves.
      if (key === '') continue;
      const rows = tx.all<{ id: number }>(`SELECT ${key} AS id FROM ${other} WHERE ${column} = ?`, id);
      for (const row of rows) this.steps.push({ kind: 'move', table: other, column, id: row.id, to });
    }
  }

  /** Does the next step and answers whether there is more. */
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
    const [gone, kept] = [tx.row(table, id)!, tx.row(table, to)!];
    const register = this.registers.findByTable(table);
    if (register?.asset) throw conflict('into', `${register.many} are not merged in this way.`);
    deleteMergedNames(tx, table, id);
    tx.delete(table, id);
    tx.update(table, to, missing(tx, table, gone, kept));
    if (register && register.remove === 'hard') recordMergedName(tx, register, gone, to);
  }
}

const count = (counts: Map<string, number>, table: string) => counts.set(table, (counts.get(table) ?? 0) + 1);

/** The other row that is there already with what may be there once only. */
export function findDuplicate(
  tx: Tx,
  register: Register | undefined,
  table: string,
  wanted: Row,
): number | undefined {
  const { id, uniques, names } = tx.schema.table(table);
  const together = register?.uniqueTogether ? [[...register.uniqueTogether.fields]] : [];
  for (const columns of [...uniques, ...together]) {
    if (columns.includes(id)) continue;
    const values = columns.map((column) => wanted[column] as Value);
    if (values.every((value) => value === null)) continue;
    const same = columns.map((column, n) =>
      names.has(column) && values[n] !== null
        ? sameName({ table, id, column }, values[n]!)
        : { sql: `${column} IS ?`, params: [values[n]!] },
    );
    const found = tx.value<number>(
      `SELECT ${id} FROM ${table} WHERE ${same.map(({ sql }) => sql).join(' AND ')} AND ${id} <> ?`,
      ...same.flatMap(({ params }) => params),
      wanted[id]!,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What the row that goes knows and the one that stays does not; what is unique to it, and where it lay, goes. */
function missing(tx: Tx, table: string, gone: Row, kept: Row): Row {
  const { uniques, foreignKeys, id } = tx.schema.table(table);
  const own = new Set([id, ...uniques.flat(), 'createddate', 'modifieddate', 'isactive']);
  for (const key of foreignKeys) if (key.table === table) own.add(key.column);
  return Object.fromEntries(
    Object.entries(gone).filter(
      ([column, value]) => !own.has(column) && value !== null && kept[column] === null,
    ),
  );
}
