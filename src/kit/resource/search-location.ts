import type { ReadKeys } from '../search/field-tags.ts';
import type { SearchSources } from '../search/sources.ts';
import type { ReadValues } from '../search/value-terms.ts';
import { idColumnOf } from './list-sorts.ts';
import { type Register, searchKindOf } from './register.ts';

/**
 * Returns the location of a register's texts in the search index: the number of the kind, the column with the
 * ID, the tables of the list, and the functions that read the search keys of the kind.
 */
export const searchLocationOf = (
  register: Register,
  search: SearchSources,
): {
  kind: number;
  list?: string;
  column: string;
  tables: readonly string[];
  readKeys: ReadKeys;
  readValues: ReadValues;
} => {
  const kind = search.kindOf(searchKindOf(register));
  const column = register.asset ? `${register.table}.assetid` : idColumnOf(register);
  const tables = register.asset ? [register.table, 'assets'] : [register.table];
  const list = register.asset && register.name;
  return { kind, list, column, tables, readKeys: search.keysOf([kind]), readValues: search.valuesOf([kind]) };
};
