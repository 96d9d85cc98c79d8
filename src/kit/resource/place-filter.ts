import { and, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Params } from '../data/query.ts';
import type { Reader } from '../data/reader.ts';
import type { Field } from './fields.ts';
import type { Input, Register } from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';
import { subtreeOf } from './subtree.ts';

/** The fields with the location and the business unit of a record. */
const PLACES = ['locationid', 'businessunitid'] as const;

/** The selected IDs as JSON arrays, for a fixed statement; null selects every place. */
export type PlaceFilter = Record<(typeof PLACES)[number], string | null>;

/** The places that a report covers. */
export interface PlaceSelection {
  /** Query parameters for the list of the register: for `lister.each`. */
  listFilter: Input;
  /** Parameters for a fixed statement with `isWithinPlace`. */
  within: PlaceFilter;
  /** True when no place is selected. */
  isAnywhere: boolean;
}

/** Returns the fields of a register by which its list can be narrowed to a place and all places within it. */
export function placeFieldsOf(registers: Registers, register: Register): Record<string, Field> {
  const fields = allFieldsOf(registers, register);
  return Object.fromEntries(PLACES.flatMap((name) => (fields[name]?.subtree ? [[name, fields[name]]] : [])));
}

/** Returns the value of a filter in a query, under any of its names; undefined when it is missing. */
export const readFilter = ({ filter }: Field, query: Input): unknown => {
  const parameter = filter?.find((param) => query[param] !== undefined);
  return parameter && query[parameter];
};

/**
 * Returns the places that a validated query selects, with all places within them unless `exact` is true.
 * `places` are the place fields of the register that the report covers.
 */
export function parsePlaceSelection(
  reader: Reader,
  registers: Registers,
  places: Record<string, Field>,
  query: Input,
): PlaceSelection {
  const exact = query.exact === true;
  const idsOf = ({ ref }: Field, id: number) =>
    exact ? [id] : subtreeOf(reader, registers.get(ref!.register), id);
  const filters: Input = {};
  const within: PlaceFilter = { locationid: null, businessunitid: null };
  for (const name of PLACES) {
    const field = places[name];
    const id = field && readFilter(field, query);
    if (id === undefined) continue;
    filters[field!.filter![0]!] = id;
    within[name] = JSON.stringify(idsOf(field!, Number(id)));
  }
  return { listFilter: { ...filters, exact }, within, isAnywhere: Object.keys(filters).length === 0 };
}

/**
 * Returns the SQL condition that a row of `table` is within the selected places. A place that is null does
 * not restrict.
 */
export const isWithinPlace = (table: Record<keyof PlaceFilter, SQLiteColumn>, params: Params<PlaceFilter>) =>
  and(...PLACES.map((name) => isAmong(table[name], params[name])));

const isAmong = (column: SQLiteColumn, ids: unknown): SQL =>
  sql`(${ids} IS NULL OR ${column} IN (SELECT value FROM json_each(${ids})))`;
