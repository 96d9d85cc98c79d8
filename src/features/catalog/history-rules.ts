import { getTableName } from 'drizzle-orm';
import type { HistoryFormatter, HistoryRule } from '../../kit/contributions.ts';
import type { JournalEntry } from '../../kit/data/journal.ts';
import type { Schema } from '../../kit/data/schema.ts';
import type { Tx } from '../../kit/data/tx.ts';
import type { Registers } from '../../kit/resource/registers.ts';

/** The history rule of one table: how to format its rows and find their assets. */
export interface TrackedTable {
  plugin: string;
  changes?: HistoryFormatter;
  /**
   * Returns the IDs of the assets to which a changed row belongs. A row that moved from one asset to another
   * has two.
   */
  assetsOf(tx: Tx, entry: JournalEntry): number[];
}

interface HistorySource {
  id: string;
  history?: readonly HistoryRule[];
}

/**
 * Returns the tables that appear in the history of assets: those that plugins declare, the tables of asset
 * registers, and the ledgers of these registers. Throws an Error for a declared column whose foreign key
 * leads to no asset, directly or through one other record.
 */
export function collectTrackedTables(
  schema: Schema,
  plugins: readonly HistorySource[],
  registers: Registers,
): ReadonlyMap<string, TrackedTable> {
  const tracked = new Map<string, TrackedTable>();
  for (const register of registers.all()) {
    if (!register.asset) continue;
    tracked.set(register.table, {
      plugin: register.name,
      assetsOf: followForeignKey(schema, register.table, 'assetid'),
    });
    for (const { register: ledger, by } of registers.ledgersOf(register))
      tracked.set(ledger.table, {
        plugin: ledger.name,
        assetsOf: followForeignKey(schema, ledger.table, by),
      });
  }
  for (const { id, history = [] } of plugins)
    for (const { column, changes } of history) {
      const table = getTableName(column.table);
      tracked.set(table, { plugin: id, changes, assetsOf: followForeignKey(schema, table, column.name) });
    }
  return tracked;
}

/** Follows the foreign key of a column to the asset, or to a record that belongs to one. */
function followForeignKey(schema: Schema, table: string, column: string): TrackedTable['assetsOf'] {
  const listReferred = (tx: Tx, { id, before, after }: JournalEntry): number[] => {
    const ids = [before?.[column], after?.[column]].filter((value) => typeof value === 'number');
    const values = ids.length > 0 || before === null || after === null ? ids : [tx.row(table, id)?.[column]];
    return [...new Set(values.filter((value) => typeof value === 'number'))];
  };
  if (table === 'assets') return (_tx, { id }) => [id];
  const target = schema.table(table).foreignKeys.find((key) => key.column === column)?.table;
  if (target === 'assets') return listReferred;
  const further = target && schema.table(target).foreignKeys.find((key) => key.table === 'assets');
  if (!further)
    throw new Error(
      `The column ${table}.${column} does not lead to an asset, so the history cannot be assigned.`,
    );
  const sql = `SELECT ${further.column} FROM ${target} WHERE ${schema.table(target).id} = ?`;
  return (tx, entry) => listReferred(tx, entry).flatMap((id) => tx.value<number>(sql, id) ?? []);
}
