import { getTableName } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Invariant, invariant } from '../data/invariant.ts';
import type { JournalEntry } from '../data/journal.ts';
import type { Tx } from '../data/tx.ts';
import { AppError } from '../errors.ts';
import type { Access } from '../http/access.ts';
import { refuseSecrets } from './columns.ts';
import { buildRegister, type ColumnsOf, type CoveredColumns, type OwnColumnName } from './define.ts';
import { type ColumnField, type ComputedField, integer } from './fields.ts';
import type { ListFilter } from './filters.ts';
import type { Register } from './register.ts';

/** Permanent entries about the records of a register: calibrations, loans, readings. */
export interface Ledger {
  of: Register;
  /** The column with the ID of the record. */
  by: string;
  /** The last segment of the path, `<path>/{id}/<name>`. */
  name: string;
  /** The rows as a read-only list. */
  register: Register;
  invariants: readonly Invariant[];
}

interface LedgerInput<T extends SQLiteTable, B, C, I> {
  of: Register;
  /** The column with the ID of the record. */
  by: B;
  /** The last segment of the path. Defaults to the plural name. */
  name?: string;
  one: string;
  many: string;
  /** Defaults to the icon of the register. */
  icon?: string;
  about: string;
  /** The access to read it. Defaults to the read access of the register. */
  can?: Access;
  /** The column for the order, newest first. Defaults to the first declared column. */
  sort?: OwnColumnName<T>;
  columns: C;
  internal?: readonly I[];
  computed?: Readonly<Record<string, ComputedField>>;
  filters?: Readonly<Record<string, ListFilter>>;
  /** Columns that are set once, later: the day on which a loan was returned. */
  closes?: readonly OwnColumnName<T>[];
  /** A column of the record that must equal the sum of a column here; an invariant enforces this. */
  balance?: { column: AnySQLiteColumn; sum: OwnColumnName<T> };
}

/**
 * Defines a ledger: rows that a verb adds with `tx.insert` and that are never changed or deleted. A column in
 * `closes` is set later, once. Any other change is 409 CONFLICT, except that an undo may reverse rows and a
 * merge may move them to the other record. The kit derives `GET <path>/{id}/<name>` (paged, sorted, filtered,
 * CSV), a tab on the record, and for registers of assets entries in the history of the asset. The foreign key
 * of `by` has no ON DELETE action, so a record with rows cannot be deleted.
 */
export function defineLedger<
  T extends SQLiteTable,
  const B extends OwnColumnName<T>,
  const C extends ColumnsOf<T>,
  const I extends OwnColumnName<T> = never,
>(table: T, input: LedgerInput<T, B, C, I> & { columns: CoveredColumns<T, C, I, B> }): Ledger {
  const { of, by, closes = [], balance, internal: _internal, columns, can = of.can.read, ...words } = input;
  const { name = words.many.toLowerCase().replace(/\W+/g, ''), sort = Object.keys(columns)[0]! } = input;
  const ledger = getTableName(table);
  refuseSecrets(`The ledger ${ledger}`, columns as Readonly<Record<string, ColumnField>>);
  const owner = integer({ title: of.one, writable: 'never', list: 'never', filter: [by] });
  const register = buildRegister(table, {
    ...words,
    name: getTableName(table),
    schemaName: `${of.one} ${words.one}`,
    columns: { [by]: owner, ...(columns as Readonly<Record<string, ColumnField>>) },
    icon: words.icon ?? of.icon,
    sort,
    label: sort,
    path: `${of.path}/:${of.id}/${name}`,
    audit: `${of.audit.split('.')[0]}.${words.one.toLowerCase().replace(/\W+/g, '')}`,
    remove: 'hard',
    can: { ...of.can, read: can },
    without: ['get', 'create', 'edit', 'delete'],
    newestFirst: true,
    unlisted: true,
  });
  const retention = keptForEver(table, words.many, { closes, by });
  const invariants = balance
    ? [retention, enforceBalance({ ...balance, table, ledger, by, of })]
    : [retention];
  return { of, by, name, register, invariants };
}

/**
 * Returns the invariant that ledger rows do not change, apart from the columns in `closes`, which may be set
 * once. An undo may remove a mistaken entry, and a merge moves rows to the other record.
 */
const keptForEver = (
  table: SQLiteTable,
  many: string,
  { closes, by }: { closes: readonly string[]; by: string },
): Invariant =>
  invariant(`${many} are never changed or deleted`, [table], (tx, changes) => {
    if (tx.isReversal) return;
    const moves = tx.isMerge ? [by] : [];
    for (const change of changes) if (!isAllowed(change, { closes, moves })) refuse(many, change);
  });

function isAllowed(
  { op, before, after }: JournalEntry,
  { closes, moves }: { closes: readonly string[]; moves: readonly string[] },
): boolean {
  if (op === 'insert') return true;
  if (op === 'delete') return false;
  return Object.keys(after ?? {}).every(
    (column) =>
      column === 'modifieddate' ||
      moves.includes(column) ||
      (closes.includes(column) && before?.[column] === null),
  );
}

function refuse(many: string, { op, after }: JournalEntry): never {
  const what =
    op === 'delete'
      ? 'removed'
      : `changed (${Object.keys(after ?? {})
          .filter((column) => column !== 'modifieddate')
          .join(', ')})`;
  throw new AppError('CONFLICT', `${many} are permanent and cannot be ${what}.`);
}

interface Balance {
  of: Register;
  table: SQLiteTable;
  ledger: string;
  by: string;
  column: AnySQLiteColumn;
  sum: string;
}

const enforceBalance = ({ of, table, ledger, by, column, sum }: Balance): Invariant => ({
  isDeferrable: true,
  ...invariant(
    `${column.name} of ${of.many} equals the sum of ${ledger}`,
    [table, column.table as SQLiteTable],
    (tx, changes) => {
      for (const id of new Set(changes.map((change) => ownerOf(tx, change, of.table, by)))) {
        const stored = tx.value<number>(`SELECT ${column.name} FROM ${of.table} WHERE ${of.id} = ?`, id);
        const entered = tx.value<number>(
          `SELECT coalesce(sum(${sum}), 0) FROM ${ledger} WHERE ${by} = ?`,
          id,
        );
        if (stored !== undefined && stored !== entered)
          throw new AppError('CONFLICT', `${of.one} ${id} has ${stored}, but its ledger has ${entered}.`);
      }
    },
  ),
});

/** Returns the ID of the record whose balance or ledger a change affects. */
function ownerOf(tx: Tx, { table, id, before, after }: JournalEntry, owners: string, by: string): number {
  if (table === owners) return id;
  return (after?.[by] ?? before?.[by] ?? tx.row(table, id)?.[by]) as number;
}
