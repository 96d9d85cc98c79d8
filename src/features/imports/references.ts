import type { Reader, Value } from '../../kit/data/reader.ts';
import { idColumn } from '../../kit/resource/list.ts';
import { mergedInto, namingFields } from '../../kit/resource/merged-names.ts';
import { type Input, listedFrom, type Register, tableOf } from '../../kit/resource/register.ts';
import type { Registers } from '../../kit/resource/registers.ts';
import { fold } from '../../kit/search/condition.ts';
import type { Column } from './columns.ts';

/** A record that an earlier row of the same file adds: in a dry run it has no id yet. */
export const PENDING = Symbol('pending');

export type Resolved = number | typeof PENDING | { problem: string };

/** Finds what the cells of reference columns mean: an id, or the name of a record. */
export class References {
  /** Names that earlier rows add to the target's own register. */
  readonly pending = new Set<string>();
  private readonly known = new Map<string, number>();

  constructor(
    private readonly registers: Registers,
    private readonly own: Register,
  ) {}

  /** `input` holds the row's other fields: the same model number may exist under several vendors. */
  resolve(reader: Reader, column: Column, cell: string, input: Input): Resolved {
    const target = this.registers.get(column.field.ref!.register);
    const together =
      target.uniqueTogether?.fields.filter((name) => name !== target.label && name in input) ?? [];
    const key = JSON.stringify([target.name, column.byname, cell, together.map((name) => input[name])]);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const found = this.look(reader, target, column.byname, cell, together, input);
    if (typeof found === 'number') this.known.set(key, found);
    return found;
  }

  private look(
    reader: Reader,
    target: Register,
    byname: boolean,
    cell: string,
    together: string[],
    input: Input,
  ): Resolved {
    const id = /^\d{1,15}$/.test(cell)
      ? reader.value<number>(`SELECT ${target.id} FROM ${target.table} WHERE ${target.id} = ?`, Number(cell))
      : undefined;
    if (id !== undefined && !byname) return id;
    const named = this.named(reader, target, cell, together, input);
    if (named.length === 1) return named[0]!;
    const thing = target.one.toLowerCase();
    if (named.length > 1)
      return { problem: `There are several of the ${thing} "${clip(cell)}"; give its id.` };
    if (id !== undefined) return id;
    const merged = this.merged(reader, target, cell, input);
    if (merged !== undefined) return merged;
    if (target.name === this.own.name && this.pending.has(fold(cell))) return PENDING;
    const among = together.length > 0 ? ' with these particulars' : '';
    return { problem: `There is no ${thing} "${clip(cell)}"${among}. Create it first, or correct the name.` };
  }

  /** The entry into which the one of this name was merged. */
  private merged(reader: Reader, target: Register, cell: string, input: Input): number | undefined {
    const values = namingFields(target).map((name) =>
      name === target.label ? cell : ((input[name] ?? null) as Value),
    );
    return mergedInto(reader, target.table, values);
  }

  private named(reader: Reader, target: Register, cell: string, together: string[], input: Input): number[] {
    const label = `${tableOf(target, target.label)}.${target.label}`;
    const narrower = together.map((name) => ` AND ${target.table}.${name} IS ?`).join('');
    const values = together.map((name) => (input[name] ?? null) as Value);
    return reader
      .all<{ id: number }>(
        `SELECT ${idColumn(target)} AS id FROM ${listedFrom(target)} WHERE ${label} = ?${narrower} LIMIT 2`,
        cell,
        ...values,
      )
      .map((row) => row.id);
  }
}

const clip = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
