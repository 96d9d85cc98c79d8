import type { RegisterRecord } from '../api/types.ts';

/** Where the choices of a reference come from: an address below `/api`, and the keys of id and name. */
export interface RefSource {
  path: string;
  idfield: string;
  labelfield: string;
}

/** Chosen from by references although it is no register: its list answers buildings with their levels. */
export const MAP_LEVELS = '/maplevels';

/** The records that a list route answered, one for each choice. */
export function toRefRecords(source: RefSource, rows: RegisterRecord[]): RegisterRecord[] {
  if (source.path !== MAP_LEVELS) return rows;
  return rows.flatMap((building) => (building.levels as RegisterRecord[] | undefined) ?? []);
}

/** What a choice is called; a level is nothing without its building. */
export function refLabel(source: RefSource, record: RegisterRecord): string {
  const name = String(record[source.labelfield] ?? record[source.idfield]);
  return source.path === MAP_LEVELS ? `${record.building} · ${name}` : name;
}

/** Choices whose name holds what was typed, where the server answers all of them at once. */
export function filterRefRecords(
  source: RefSource,
  records: RegisterRecord[],
  search: string,
): RegisterRecord[] {
  if (source.path !== MAP_LEVELS || !search) return records;
  return records.filter((record) => refLabel(source, record).toLowerCase().includes(search.toLowerCase()));
}
