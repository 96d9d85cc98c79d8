import { type Actor, canSeePersonalData } from '../actor.ts';
import type { Database } from '../data/database.ts';
import type { Reader } from '../data/reader.ts';
import type { SqlCondition } from '../data/sql-condition.ts';
import { matchCondition } from '../search/condition.ts';
import { matchText } from '../search/match-text.ts';
import { hasTerms } from '../search/query-language.ts';
import type { SearchSources } from '../search/sources.ts';
import { idColumnOf } from './list-sorts.ts';
import type { Register } from './register.ts';
import type { Registers } from './registers.ts';
import { searchLocationOf } from './search-location.ts';

/** The services that a search needs. */
interface SearchedSite {
  db: Database;
  search: SearchSources;
  registers: Registers;
}

interface SearchTarget {
  register: Register;
  /** The column of the statement with the ID of the record; of the asset, for a register of assets. */
  column: string;
  onlyActive: boolean;
  /** The caller, whose search leaves out the texts that the site hides from them. */
  actor: Actor;
}

/** Returns the condition for the rows of a statement whose record matches a search. */
function buildSearchCondition(
  site: SearchedSite,
  reader: Reader,
  { register, column, onlyActive, actor }: SearchTarget,
  search: string,
): SqlCondition {
  if (!hasTerms(search)) return { sql: '1', params: [] };
  const impersonal = !canSeePersonalData(actor);
  const location = searchLocationOf(register, site.search);
  // The tables of the statement may have other names.
  const searched = { ...location, column, tables: [], onlyActive, impersonal };
  return matchCondition(matchText(reader, searched, search), searched);
}

/** Returns the condition for the rows whose asset is active and matches a search. `column` is its `assetid`. */
export function matchAssets(site: SearchedSite, actor: Actor, search: string, column: string): SqlCondition {
  const target = { register: site.registers.get('assets'), column, onlyActive: true, actor };
  return site.db.read((reader) => buildSearchCondition(site, reader, target, search));
}

/** Returns the IDs of all records of a register that match a search, active or not. */
export function findRecordIds(
  site: SearchedSite,
  actor: Actor,
  register: Register,
  search: string,
): number[] {
  const column = idColumnOf(register);
  return site.db.read((reader) => {
    const target = { register, column, onlyActive: false, actor };
    const { sql, params } = buildSearchCondition(site, reader, target, search);
    return reader
      .all<{ id: number }>(`SELECT ${column} AS id FROM ${register.table} WHERE ${sql}`, ...params)
      .map(({ id }) => id);
  });
}
