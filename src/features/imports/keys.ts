import type { Reader, Value } from '../../kit/data/reader.ts';
import { invalid } from '../../kit/errors.ts';
import { isUnique } from '../../kit/resource/fields.ts';
import { idColumn } from '../../kit/resource/list.ts';
import { type Input, listedFrom, type Register, tableOf } from '../../kit/resource/register.ts';
import { allFields, type Registers } from '../../kit/resource/registers.ts';
import type { Column } from './columns.ts';
import type { Target } from './target.ts';

/** The fields by which rows are matched with the records that are there. */
export type Key = readonly string[];

/** The target's key that the columns give; 400 when they give none of it. Empty when the register has no key. */
export function keyOf(registers: Registers, { register }: Target, columns: readonly Column[]): Key {
  const fields = allFields(registers, register);
  const unique = Object.keys(fields).filter((name) => isUnique(fields[name]!));
  const single = [register.label, 'assetnumber', ...unique].filter((name) => unique.includes(name));
  if (register.asset) single.sort((a, b) => Number(b === 'assetnumber') - Number(a === 'assetnumber'));
  const given = (name: string) => columns.some((column) => column.name === name);
  const found = single.find(given);
  if (found) return [found];
  const together = register.uniqueTogether?.fields ?? [];
  const main = register.uniqueTogether?.names;
  if (main && given(main)) return together.filter(given);
  const wanted = single[0] ?? main;
  if (!wanted) return [];
  throw invalid(
    'mapping',
    `No column gives ${fields[wanted]!.title}, by which rows and records are matched.`,
  );
}

/** Ids of the records, at most two, that have the row's key; none when the row lacks it. */
export function matching(reader: Reader, register: Register, key: Key, input: Input): number[] {
  if (key.length === 0 || (input[key[0]!] ?? null) === null) return [];
  const conditions = key.map((name) => `${tableOf(register, name)}.${name} IS ?`).join(' AND ');
  return reader
    .all<{ id: number }>(
      `SELECT ${idColumn(register)} AS id FROM ${listedFrom(register)} WHERE ${conditions} LIMIT 2`,
      ...key.map((name) => (input[name] ?? null) as Value),
    )
    .map((row) => row.id);
}
