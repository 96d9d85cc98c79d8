import type { Value } from '../data/reader.ts';
import { sameName } from '../data/same-name.ts';
import type { SqlCondition } from '../data/sql-condition.ts';
import type { Field } from './fields.ts';
import { type Register, tableOf } from './register.ts';

/**
 * Returns the condition that a stored field has this value, or that it is empty when `value` is null. A name
 * is compared in any letter case of any alphabet.
 */
export function hasValue(register: Register, name: string, field: Field, value: Value): SqlCondition {
  const table = tableOf(register, name);
  if (field.place === 'column' && field.isName && typeof value === 'string')
    return sameName({ table, id: table === register.table ? register.id : 'assetid', column: name }, value);
  return { sql: `${table}.${name} ${value === null ? 'IS' : '='} ?`, params: [value] };
}

/** Returns the rows whose name matches exactly, or all rows when none does. */
export function selectExactMatches<Named extends { name: unknown }>(
  rows: readonly Named[],
  name: string,
): readonly Named[] {
  const exact = rows.filter((row) => row.name === name);
  return exact.length > 0 ? exact : rows;
}
