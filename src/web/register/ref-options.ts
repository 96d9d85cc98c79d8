import type { RegisterRecord } from '../api/types.ts';

/** The source of choices for a reference: a path below `/api`, and the keys of ID and name. */
export interface RefSource {
  path: string;
  idfield: string;
  labelfield: string;
}

/**
 * Path of the map levels. References use it like a register, but its list returns buildings with their
 * levels.
 */
export const MAP_LEVELS = '/maplevels';

/**
 * Returns the rows of a list route as the records that a user may choose. The list route of floor plan levels
 * returns buildings, so for it this returns the levels of all of them.
 */
export function toRefRecords(source: RefSource, rows: RegisterRecord[]): RegisterRecord[] {
  if (source.path !== MAP_LEVELS) return rows;
  return rows.flatMap((building) => (building.levels as RegisterRecord[] | undefined) ?? []);
}

/** Returns the label of a choice, or its ID without one. Map levels include their building. */
export function refLabel(source: RefSource, record: RegisterRecord): string {
  const name = String(record[source.labelfield] ?? record[source.idfield]);
  return source.path === MAP_LEVELS ? `${record.building} · ${name}` : name;
}

/**
 * Returns the map levels whose label contains the search text, because their route does not search. Other
 * records are returned unchanged.
 */
export function filterRefRecords(
  source: RefSource,
  records: RegisterRecord[],
  search: string,
): RegisterRecord[] {
  if (source.path !== MAP_LEVELS || !search) return records;
  return records.filter((record) => refLabel(source, record).toLowerCase().includes(search.toLowerCase()));
}
