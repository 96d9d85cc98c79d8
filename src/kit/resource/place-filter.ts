import { and, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Params } from '../data/query.ts';
import type { Reader } from '../data/reader.ts';
import type { Field } from './fields.ts';
import type { Input, Register } from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';
import { subtreeOf } from './subtree.ts';

/** The fields that say where a record stands and to whom it belongs. */
const PLACES = ['locationid', 'businessunitid'] as const;

/** The ids of the places that are asked for as JSON, for a fixed statement; null is anywhere. */
export type PlaceFilter = Record<(typeof PLACES)[number], string | null>;

/** Where the rows of a report are to stand. */
export interface PlaceSelection {
  /** As the list of the register is asked: for `lister.each`. */
  listFilter: Input;
  /** For a fixed statement with `isWithinPlace`. */
  within: PlaceFilter;
  /** Nothing is asked. */
  isAnywhere: boolean;
}

/** The fields of a register by which its list is narrowed to a place with all that lies within it. */
export function placeFieldsOf(registers: Registers, register: Register): Record<string, Field> {
  const fields = allFieldsOf(registers, register);
  return Object.fromEntries(PLACES.flatMap((name) => (fields[name]?.subtree ? [[name, fields[name]]] : [])));
}

/** What a list is asked for by a field, under whichever of its names; undefined when it is not. */
export const readFilter = ({ filter }: Field, query: Input): unknown => {
  const given = filter?.find((param) => query[param] !== undefined);
  return given && query[given];
};

/** Where a report is asked for by a validated query; `places` are those of the register whose records it tells of. */
export function parsePlaceSelection(
  reader: Reader,
  registers: Registers,
  places: Record<string, Field>,
  query: Input,
): PlaceSelection {
  const exact = query.exact === true;
  const idsOf = ({ ref }: Field, id: number) =>
    exact ? [id] : subtreeOf(reader, registers.get(ref!.register), id);
  const asked: Input = {};
  const within: PlaceFilter = { locationid: null, businessunitid: null };
  for (const name of PLACES) {
    const field = places[name];
    const id = field && readFilter(field, query);
    if (id === undefined) continue;
    asked[field!.filter![0]!] = id;
    within[name] = JSON.stringify(idsOf(field!, Number(id)));
  }
  return { listFilter: { ...asked, exact }, within, isAnywhere: Object.keys(asked).length === 0 };
}

/** In the statement of a report: the row of `table` stands where the report is asked for. */
export const isWithinPlace = (table: Record<keyof PlaceFilter, SQLiteColumn>, given: Params<PlaceFilter>) =>
  and(...PLACES.map((name) => isAmong(table[name], given[name])));

const isAmong = (column: SQLiteColumn, ids: unknown): SQL =>
  sql`(${ids} IS NULL OR ${column} IN (SELECT value FROM json_each(${ids})))`;
