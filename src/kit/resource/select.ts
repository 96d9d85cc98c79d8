import type { Row } from '../data/reader.ts';
import type { Field } from './fields.ts';
import {
  aliasOf,
  allFields,
  isActivatable,
  type RecordOut,
  type Register,
  type Registers,
} from './register.ts';

/** The SQL and the shaping of a register's records, worked out once. */
export interface Selection {
  columns: string;
  from: string;
  booleans: string[];
  jsons: string[];
}

/**
 * References are resolved by scalar subqueries: SQLite computes them for the rows that are served and not for
 * those that paging skips.
 */
export function selection(registers: Registers, register: Register): Selection {
  const fields = allFields(registers, register);
  const columns = [`t.${register.id}`];
  if (register.extendsAsset) columns.push('t.assetid', ...displayed(registers, 'assettypeid', 'a'));
  for (const [name, field] of Object.entries(fields)) {
    if (field.virtual && !field.select) continue;
    const alias = aliasOf(register, name);
    columns.push(field.select ? `${field.select} AS ${name}` : `${alias}.${name}`);
    if (field.ref) columns.push(displayColumn(registers, name, field, alias));
  }
  const state = register.extendsAsset ? 'a' : 't';
  if (isActivatable(register)) columns.push(`${state}.isactive`);
  columns.push(`${state}.createddate`, `${state}.modifieddate`);
  const booleans = Object.keys(fields).filter((name) => fields[name]!.kind === 'boolean');
  const jsons = Object.keys(fields).filter((name) => fields[name]!.kind === 'json');
  return {
    columns: [...new Set(columns)].join(', '),
    from: `${register.table} t${register.extendsAsset ? ' JOIN assets a ON a.assetid = t.assetid' : ''}`,
    booleans: isActivatable(register) ? [...new Set([...booleans, 'isactive'])] : booleans,
    jsons,
  };
}

function displayed(registers: Registers, name: string, alias: string): string[] {
  const field = registers.get('assets').fields[name]!;
  return [`${alias}.${name}`, displayColumn(registers, name, field, alias)];
}

function displayColumn(registers: Registers, name: string, field: Field, alias: string): string {
  const target = registers.get(field.ref!.register);
  const label = target.extendsAsset && !(target.label in target.fields) ? target.id : target.label;
  const key = registers.displayKey(name, field);
  return `(SELECT ${label} FROM ${target.table} WHERE ${target.id} = ${alias}.${name}) AS ${key}`;
}

/** A stored row as it is served: 0/1 become booleans, stored JSON becomes values. */
export function shape(selected: Selection, row: Row): RecordOut {
  const record = row as RecordOut;
  for (const name of selected.booleans) {
    if (record[name] === 1) record[name] = true;
    else if (record[name] === 0) record[name] = false;
  }
  for (const name of selected.jsons)
    if (typeof record[name] === 'string') record[name] = JSON.parse(record[name]);
  return record;
}
