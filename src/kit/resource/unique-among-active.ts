import type { Invariant } from '../data/invariant.ts';
import type { JournalEntry } from '../data/journal.ts';
import type { Schema } from '../data/schema.ts';
import type { Tx } from '../data/tx.ts';
import { conflict } from '../errors.ts';
import { toSentenceForm } from '../sentence-form.ts';
import { idColumnOf } from './list-sorts.ts';
import { fromClauseOf, type Register, stampedTableOf } from './register.ts';
import type { Registers } from './registers.ts';
import { hasValue } from './same-value.ts';

const fieldsAmongActive = (register: Register): { name: string; title: string }[] =>
  Object.entries(register.fields).flatMap(([name, field]) =>
    field.place === 'column' && field.unique === 'active' ? [{ name, title: field.title }] : [],
  );

/**
 * Declares values that are unique among active records as unique indexes of the schema. Batch operations then
 * lock a value that they release, as for a real unique index.
 */
export function declareActiveUniques(registers: Registers, schema: Schema): void {
  for (const register of registers.all())
    for (const { name } of fieldsAmongActive(register)) {
      const { columns, names, uniqueIndexes } = schema.table(register.table);
      const index = [name, 'isactive'].filter((column) => columns.has(column));
      uniqueIndexes.push({
        name: `${name} among active`,
        columns: index,
        folded: names.has(name) ? new Set([name]) : new Set(),
        isPlain: true,
        isAmongActive: true,
      });
    }
}

/**
 * Returns the invariants for values that are unique among active records. A new record may reuse the value of
 * a retired one, which then cannot be reactivated with it: 409 CONFLICT.
 */
export const createActiveUniqueInvariants = (registers: Registers): Invariant[] =>
  registers
    .all()
    .flatMap((register) =>
      fieldsAmongActive(register).map(({ name, title }) => heldOnce(register, name, title)),
    );

function heldOnce(register: Register, name: string, title: string): Invariant {
  const { table, asset, many } = register;
  const active = `${stampedTableOf(register)}.isactive = 1`;
  const own = `SELECT ${table}.${name} AS value FROM ${fromClauseOf(register)} WHERE ${idColumnOf(register)} = ? AND ${active}`;
  const findOther = (tx: Tx, value: string | number, id: number) => {
    const same = hasValue(register, name, register.fields[name]!, value);
    return tx.get(
      `SELECT 1 FROM ${fromClauseOf(register)} WHERE ${same.sql} AND +${active} AND ${idColumnOf(register)} <> ?`,
      ...same.params,
      id,
    );
  };
  return {
    name: `no two active ${toSentenceForm(many)} have the same ${title.toLowerCase()}`,
    tables: asset ? [table, 'assets'] : [table],
    isDeferrable: true,
    enforce: (tx, changes) => {
      for (const change of changes) {
        const id = findConcerned(tx, register, name, change);
        const value =
          id === undefined ? null : (tx.get<{ value: string | number | null }>(own, id)?.value ?? null);
        if (value !== null && findOther(tx, value, id!))
          throw conflict(
            name,
            `${title} ${JSON.stringify(value)} belongs to another active record. Use a different value.`,
          );
      }
    },
  };
}

/** Returns the ID of the record whose value or active state a change affects. */
function findConcerned(
  tx: Tx,
  { table, id }: Register,
  name: string,
  change: JournalEntry,
): number | undefined {
  const { op, after } = change;
  if (op === 'delete') return undefined;
  const isTouched = op === 'insert' || after?.[name] !== undefined || after?.isactive === 1;
  if (!isTouched) return undefined;
  if (change.table === table) return change.id;
  return op === 'update'
    ? tx.value<number>(`SELECT ${id} FROM ${table} WHERE assetid = ?`, change.id)
    : undefined;
}
