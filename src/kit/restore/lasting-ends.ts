import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Sqlite } from '#runtime';
import type { Manifest } from '../backup/manifest.ts';
import { nameOf } from '../data/query.ts';
import type { Reader, Row, Value } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';

/** Rows that let somebody in, and that a restore of older data does not bring back once they were ended. */
export interface LastingEnd {
  table: SQLiteTable;
  /** Columns by which a row is known for the same: a hash, or its number with the instant at which it was made. */
  same: readonly AnySQLiteColumn[];
  /** How a row looks that was ended; null where it is not there any more. */
  ended: Readonly<Record<string, Value>> | null;
  /** Columns that only grow narrower, or count: they are taken as they were last. */
  taken?: readonly AnySQLiteColumn[];
  /** Of rows that are to end, those that stay all the same, since nobody could go on without them. */
  spared?(reader: Reader, ids: readonly number[]): readonly number[];
}

/** Ends in restored data what was ended in those of before; answers how many rows of each table, and the spared ones. */
export function keepEnded(tx: Tx, known: Standing, ends: readonly LastingEnd[]): Record<string, unknown> {
  const told: Record<string, unknown> = {};
  for (const end of ends) {
    const table = nameOf(end.table);
    const { id } = tx.schema.table(table);
    const over: number[] = [];
    for (const row of tx.all<Row>(`SELECT * FROM ${table}`)) {
      const last = known.last(end, row);
      if (last ? isEnded(end, last) : known.isMissing(end, row)) over.push(Number(row[id]));
      else if (last) takeOver(tx, end, Number(row[id]), last);
    }
    const spared = end.spared?.(tx, over) ?? [];
    const ended = over.filter((one) => !spared.includes(one) && endRow(tx, end, one));
    if (ended.length > 0) told[table] = ended.length;
    if (spared.length > 0) told[`${table} spared`] = spared;
  }
  return told;
}

const isEnded = ({ ended }: LastingEnd, row: Row): boolean =>
  ended !== null && Object.entries(ended).every(([column, value]) => row[column] === value);

/** Whether anything changed. */
function endRow(tx: Tx, { table, ended }: LastingEnd, id: number): boolean {
  if (ended === null) {
    tx.delete(table, id);
    return true;
  }
  return tx.update(nameOf(table), id, ended) !== undefined;
}

function takeOver(tx: Tx, { table, taken = [] }: LastingEnd, id: number, last: Row): void {
  const there = taken.filter(({ name }) => name in last);
  if (there.length === 0) return;
  tx.update(nameOf(table), id, Object.fromEntries(there.map(({ name }) => [name, last[name] ?? null])));
}

/** What stands in the data of before, by what is the same. */
export class Standing {
  private readonly rows = new Map<string, Map<string, Row>>();
  /** Whether those data go on from the backup: then what they lack was ended since. */
  private readonly isLater: boolean;

  /** Undefined where the data are those of another appliance. Throws what SQLite says of data that cannot be read. */
  static of(sqlite: Sqlite, about: Manifest, ends: readonly LastingEnd[]): Standing | undefined {
    const isSame = isThere(sqlite, 'appliance')
      ? sqlite.ask('SELECT 1 FROM appliance WHERE applianceid = ?', about.applianceid).length > 0
      : false;
    return isSame ? new Standing(sqlite, about, ends) : undefined;
  }

  private constructor(
    sqlite: Sqlite,
    { audit }: Manifest,
    private readonly ends: readonly LastingEnd[],
  ) {
    const end = 'SELECT 1 FROM auditlogs WHERE auditlogid = ? AND hash = ?';
    this.isLater = sqlite.ask(end, audit.rows, audit.hash).length > 0;
    for (const { table, same } of ends) {
      const name = nameOf(table);
      if (!isThere(sqlite, name)) continue;
      const rows = sqlite.ask(`SELECT * FROM ${name}`) as Row[];
      this.rows.set(name, new Map(rows.map((row) => [keyOf(same, row), row])));
    }
  }

  last({ table, same }: LastingEnd, row: Row): Row | undefined {
    return this.rows.get(nameOf(table))?.get(keyOf(same, row));
  }

  /** Whether the row was there and is no more. A hash may lie in another table now. */
  isMissing({ table, same }: LastingEnd, row: Row): boolean {
    if (!this.isLater || !this.rows.has(nameOf(table))) return false;
    if (same.length > 1) return true;
    const key = keyOf(same, row);
    return !this.ends.some(
      (other) => other.same.length === 1 && this.rows.get(nameOf(other.table))?.has(key),
    );
  }
}

const isThere = (sqlite: Sqlite, table: string): boolean =>
  sqlite.ask("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", table).length > 0;

const keyOf = (same: readonly AnySQLiteColumn[], row: Row): string =>
  JSON.stringify(same.map(({ name }) => row[name] ?? null));
