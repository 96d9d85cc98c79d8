import { getTableName } from 'drizzle-orm';
import type { AuditEntity } from '../../kit/contributions.ts';
import type { Reader, Value } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { fromClauseOf, type Register, tableOf } from '../../kit/resource/register.ts';
import { allFieldsOf } from '../../kit/resource/registers.ts';
import { searchLocationOf } from '../../kit/resource/search-location.ts';
import { matchCondition, toContainsPattern } from '../../kit/search/condition.ts';
import { hasTexts, matchText } from '../../kit/search/match-text.ts';
import { createSpelling } from '../../kit/search/typos.ts';

/** The fields of an audit row that identify its entity. */
export interface EntityRef {
  action: string;
  entitytype: string;
  entityid: string | number | null;
}

/**
 * The name of the entity of an audit row, and its page. `href` is null when the entity has no page or no
 * longer exists.
 */
export interface EntityName {
  name: string | null;
  href: string | null;
}

/** The table that contains the names of one entity type. */
export interface Source {
  /** SQL of the tables, and of the columns with the ID and the name. */
  from: string;
  id: string;
  name: string;
  /** Key of the name in the field changes of an audit row. */
  label: string;
  href(id: number): string;
}

/**
 * Returns a function that finds the name of a row's entity, for the objects in `rows`. Runs one statement for
 * each table of names. Without a record, the name is from the row itself, if it contains one, and `href` is
 * null.
 */
export function readEntityNames(
  host: Host,
  reader: Reader,
  rows: readonly EntityRef[],
): (row: EntityRef) => EntityName {
  const found = readNames(
    reader,
    rows,
    (row) => sourceOf(host, row),
    ({ entityid }) => entityid,
  );
  return (row) => {
    const source = sourceOf(host, row);
    return found(row) ?? { name: findNameInDetails(row, source?.label), href: null };
  };
}

/**
 * Returns a function that finds the current name and page of a row in a table, for the objects in `rows`. Both
 * are null when it has no register or no longer exists.
 */
export function readRecordNames<R extends { table: string; id: number }>(
  host: Host,
  reader: Reader,
  rows: readonly R[],
): (row: R) => EntityName {
  const source = ({ table }: R) => {
    const register = host.registers.findByTable(table);
    return register && nameSourceOf(register);
  };
  const found = readNames(reader, rows, source, ({ id }) => id);
  return (row) => found(row) ?? { name: null, href: null };
}

/** Reads the names of rows with one statement for each table of names. */
function readNames<R>(
  reader: Reader,
  rows: readonly R[],
  sourceOfRow: (row: R) => Source | undefined,
  idOf: (row: R) => string | number | null,
): (row: R) => EntityName | undefined {
  const kinds = new Map<string, { source: Source; ids: Set<number> }>();
  const sources = new Map<R, Source>();
  for (const row of rows) {
    const source = sourceOfRow(row);
    const id = Number(idOf(row));
    if (!source || idOf(row) === null || !Number.isSafeInteger(id)) continue;
    const kind = kinds.get(source.from) ?? { source, ids: new Set() };
    kinds.set(source.from, kind);
    kind.ids.add(id);
    sources.set(row, kind.source);
  }
  const namesBySource = new Map<Source, Map<number, string>>();
  for (const { source, ids } of kinds.values()) {
    const sql = `SELECT ${source.id} AS id, ${source.name} AS name FROM ${source.from} WHERE ${source.id} IN (SELECT value FROM json_each(?))`;
    const found = reader.all<{ id: number; name: string }>(sql, JSON.stringify([...ids]));
    namesBySource.set(source, new Map(found.map(({ id, name }) => [id, String(name)])));
  }
  return (row) => {
    const source = sources.get(row);
    const name = source && namesBySource.get(source)?.get(Number(idOf(row)));
    return name === undefined ? undefined : { name, href: source!.href(Number(idOf(row))) };
  };
}

/** Returns the name that the row itself contains, for an entity that is deleted or not a record. */
function findNameInDetails(row: EntityRef & { details?: string }, label: string | undefined): string | null {
  if (row.entityid !== null && !/^\d+$/.test(String(row.entityid))) return String(row.entityid);
  const { changes, ...details } = JSON.parse(row.details ?? '{}') as Record<string, unknown>;
  const change =
    label === undefined ? undefined : (changes as Record<string, unknown[]> | undefined)?.[label];
  const names = [change?.[1], change?.[0], label && details[label], details.key, details.filename];
  return [...names, details.name].find((text) => typeof text === 'string') ?? null;
}

function sourceOf(host: Host, { action, entitytype }: EntityRef): Source | undefined {
  const register = host.registers.findByAudit(action, entitytype) ?? host.registers.findByNoun(entitytype);
  if (register) return nameSourceOf(register);
  const called = host.contributions.auditEntities.get(entitytype);
  return called && sourceOfCalled(called);
}

const sourceOfCalled = ({ id, name, page }: AuditEntity): Source => ({
  from: getTableName(id.table),
  id: id.name,
  name: name.name,
  label: name.name,
  href: page,
});

/** Returns where the names of the records of a register are. */
export function nameSourceOf(register: Register): Source {
  const { label, table, asset } = register;
  const column =
    register.fields[label]?.place === 'computed' ? undefined : `${tableOf(register, label)}.${label}`;
  const names = [column, asset && 'assets.assetnumber', `${table}.${register.id}`].filter(Boolean);
  return {
    from: fromClauseOf(register),
    id: `${table}.${register.id}`,
    name: names.length > 1 ? `coalesce(${names.join(', ')})` : names[0]!,
    label,
    href: (id) => `${register.path}/${id}`,
  };
}

/**
 * Returns SQL conditions on `auditlogs`, at most one for each entity type that has searchable names. Each
 * matches rows whose entity has a name that contains the text.
 */
export function buildEntityNameConditions(
  host: Host,
  reader: Reader,
  text: string,
  isPhrase: boolean,
): { sql: string; params: Value[] }[] {
  const like = toContainsPattern(text);
  const called = [...host.contributions.auditEntities].map(([entitytype, { id, name }]) =>
    isAmong(
      entitytype,
      `SELECT ${id.name} FROM ${getTableName(id.table)} WHERE ${name.name} LIKE ? ESCAPE '\\'`,
      [like],
    ),
  );
  const spelling = createSpelling(reader);
  const listed = host.registers.all().flatMap((register) => {
    if (register.unlisted || !isSearched(host, register)) return [];
    const location = searchLocationOf(register, host.search);
    if (!hasTexts(reader, location.kind)) return [];
    const searched = { ...location, onlyActive: false, findSimilarWords: spelling };
    const found = matchText(reader, searched, isPhrase ? `"${text}"` : text);
    if ('ids' in found && found.ids.length === 0) return [];
    const { sql, params } = matchCondition(found, searched);
    const [, noun = ''] = register.audit.split('.');
    const ids = `SELECT ${register.table}.${register.id} FROM ${fromClauseOf(register)} WHERE ${sql}`;
    return [isAmong(noun, ids, params)];
  });
  return [...called, ...listed];
}

const isSearched = (host: Host, register: Register): boolean =>
  Object.values(allFieldsOf(host.registers, register)).some(
    ({ place, ...field }) => place === 'column' && 'search' in field && field.search,
  );

const isAmong = (entitytype: string, ids: string, params: Value[]) => ({
  sql: `(entitytype = ? AND CAST(entityid AS INTEGER) IN (${ids}))`,
  params: [entitytype, ...params],
});
