import { getTableName } from 'drizzle-orm';
import type { Actor } from '../../kit/actor.ts';
import type { Reader, Row } from '../../kit/data/reader.ts';
import type { Schema } from '../../kit/data/schema.ts';
import type { HistoryFormatter, HistoryRows, HistoryRule } from '../../kit/history-rule.ts';
import type { Host } from '../../kit/host.ts';
import { isAuthorized } from '../../kit/http/access.ts';
import type { Registers } from '../../kit/resource/registers.ts';

/** The history rule of one table: how to format its rows and find their assets. */
export interface TrackedTable {
  plugin: string;
  changes?: HistoryFormatter | undefined;
  owners: readonly OwnerColumn[];
  /** The columns whose changes are not listed. */
  derived?: readonly string[];
  /** How its rows of an earlier time are listed; absent for tables whose rows are the asset itself. */
  rows?: ListedRows | undefined;
}

/** The list of the rows of a table. Without `describe` the fields of its register describe a row. */
type ListedRows = Omit<HistoryRows, 'describe'> & Partial<Pick<HistoryRows, 'describe'>>;

/** A column that leads to an asset, directly or through a record that extends one. */
export interface OwnerColumn {
  column: string;
  /** The table of that record, its ID, and its column with the asset. */
  via?: { table: string; id: string; column: string };
}

interface HistorySource {
  id: string;
  history?: readonly HistoryRule[];
}

/** Reports whether an actor may read the rows of a table in the history of an asset. */
export const canReadTracked = ({ rows }: TrackedTable, actor: Actor): boolean =>
  isAuthorized(actor, rows?.access ?? 'optional');

/** The tables that appear in the history of assets, by name. */
export class TrackedTables {
  readonly byName: ReadonlyMap<string, TrackedTable>;

  constructor({ db, contributions, registers }: Host) {
    this.byName = collectTrackedTables(db.schema, contributions.historySources, registers);
  }

  /** Returns the names of the tables whose rows an actor may read. */
  listReadable(actor: Actor): string[] {
    return [...this.byName].filter(([, tracked]) => canReadTracked(tracked, actor)).map(([name]) => name);
  }
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
    const owners = [followForeignKey(schema, register.table, 'assetid')];
    tracked.set(register.table, { plugin: register.name, owners });
    for (const { register: ledger, by } of registers.ledgersOf(register))
      tracked.set(ledger.table, {
        plugin: ledger.name,
        owners: [followForeignKey(schema, ledger.table, by)],
        rows: { title: ledger.many, access: ledger.can.read },
      });
  }
  for (const { id, history = [] } of plugins)
    for (const { column, changes, rows, derived = [] } of history) {
      const table = getTableName(column.table);
      const { owners = [] } = tracked.get(table) ?? {};
      tracked.set(table, {
        plugin: id,
        changes,
        derived: derived.map(({ name }) => name),
        owners: [...owners, followForeignKey(schema, table, column.name)],
        rows: rows ?? listRegisterRows(registers, table),
      });
    }
  return tracked;
}

/** Returns how the rows of a register are listed; undefined for assets and for tables without a register. */
function listRegisterRows(registers: Registers, table: string): ListedRows | undefined {
  const register = table === 'assets' ? undefined : registers.findByTable(table);
  return register && { title: register.many, access: register.can.read };
}

/** Follows the foreign key of a column to the asset, or to a record that belongs to one. */
function followForeignKey(schema: Schema, table: string, column: string): OwnerColumn {
  if (table === 'assets') return { column };
  const target = schema.table(table).foreignKeys.find((key) => key.column === column)?.table;
  if (target === 'assets') return { column };
  const further = target && schema.table(target).foreignKeys.find((key) => key.table === 'assets');
  if (!further)
    throw new Error(
      `The column ${table}.${column} does not lead to an asset, so the history cannot be assigned.`,
    );
  return { column, via: { table: target, id: schema.table(target).id, column: further.column } };
}

/** Returns the IDs of the assets to which a whole row belongs; none without a row. */
export function listOwners(
  reader: Reader,
  owners: readonly OwnerColumn[],
  row: Row | null,
): ReadonlySet<number> {
  const ids = owners.flatMap(({ column, via }) => {
    const id = row?.[column];
    if (typeof id !== 'number') return [];
    return via
      ? (reader.value<number>(`SELECT ${via.column} FROM ${via.table} WHERE ${via.id} = ?`, id) ?? [])
      : id;
  });
  return new Set(ids);
}
