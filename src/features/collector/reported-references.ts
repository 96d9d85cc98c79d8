import type { z } from 'zod';
import type { Reader, Value } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { text } from '../../kit/resource/fields.ts';
import type { Input, Register } from '../../kit/resource/register.ts';
import { allFieldsOf } from '../../kit/resource/registers.ts';
import { hasValue, selectExactMatches } from '../../kit/resource/same-value.ts';
import { inputSchema } from '../../kit/resource/validate.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import { REJECT_RECORD } from './lenient-record.ts';

/** Reports an error in a field of a record. */
export type ReportIssue = (path: string, message: string, params?: Record<string, unknown>) => void;

/**
 * Returns the schemas of the fields that contain the name of a referenced record, such as `vendor` for
 * `vendorid`.
 */
export function referenceNames(host: Host, register: Register): Record<string, z.ZodType> {
  const name = inputSchema(text({ title: 'Name' })).optional();
  return Object.fromEntries(referencesOf(host, register).map(([, { display }]) => [display, name]));
}

/**
 * Returns the record with the IDs of referenced records instead of their names. A name next to an ID is
 * ignored. Reports an unknown ID or name; such an issue rejects the record.
 */
export function readReferences(
  reader: Reader,
  host: Host,
  register: Register,
  record: Input,
  report: ReportIssue,
): Input {
  const input: Input = { ...record };
  for (const [field, { target, display }] of referencesOf(host, register)) {
    delete input[display];
    const [key, value] = input[field] == null ? [target.label, record[display]] : [target.id, input[field]];
    if (value == null || value === '') continue;
    const id = idOf(reader, target, key, value as Value);
    if (id) input[field] = id;
    else
      report(
        key === target.id ? field : display,
        `There is no ${toSentenceForm(target.one)} ${key === target.id ? 'with id ' : ''}${JSON.stringify(value)}. Add it first.`,
        REJECT_RECORD,
      );
  }
  return input;
}

const referencesOf = (host: Host, register: Register) =>
  Object.entries(allFieldsOf(host.registers, register)).flatMap(([name, field]) => {
    if (field.place !== 'column' || !field.ref) return [];
    const target = host.registers.get(field.ref.register);
    return [[name, { target, display: host.registers.displayKey(name, field) }] as const];
  });

/**
 * Returns the ID of the record of a register that has a value. Among names that differ in letter case only,
 * prefers the exact spelling.
 */
function idOf(reader: Reader, target: Register, key: string, value: Value): number | undefined {
  const same = key === target.id ? byId(target, value) : hasValue(target, key, target.fields[key]!, value);
  const rows = reader.all<{ id: number; name: unknown }>(
    `SELECT ${target.id} AS id, ${key} AS name FROM ${target.table} WHERE ${same.sql}`,
    ...same.params,
  );
  return selectExactMatches(rows, String(value))[0]?.id;
}

const byId = ({ table, id }: Register, value: Value) => ({ sql: `${table}.${id} = ?`, params: [value] });
