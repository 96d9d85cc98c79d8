import { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import type { Reader, Value } from '../../kit/data/reader.ts';
import type { SqlCondition } from '../../kit/data/sql-condition.ts';
import type { Host } from '../../kit/host.ts';
import { Page } from '../../kit/http/page.ts';
import { idParam, searchText } from '../../kit/http/paging.ts';
import { readListPage } from '../../kit/list/list-page.ts';
import { instantSchema } from '../../kit/resource/validate.ts';
import { createPlainSearch } from '../../kit/search/plain-search.ts';
import type { AuditLog } from '../../kit/tables.ts';
import { actorsFilter, createActorsConditions } from './actors.ts';
import { buildEntityNameConditions, readEntityNames } from './entity-names.ts';
import { auditColumns } from './list-columns.ts';
import { revertedRows } from './queries.ts';

/** Returns the schema of a point in time. A plain day becomes the time `time`, which is UTC, on that day. */
const dayOrInstant = (time: string) =>
  z.union([z.iso.date().transform((day) => `${day}T${time}`), instantSchema], {
    error: 'Use a day such as 2026-01-31 or an instant such as 2026-01-31T13:05:09Z.',
  });

/** The filters of the audit log. */
export const auditQuery = auditColumns.createQuery({
  userid: idParam.optional(),
  actors: actorsFilter,
  action: z.string().max(64).optional(),
  entitytype: z.string().max(64).optional(),
  entityid: z.string().max(64).optional(),
  from: dayOrInstant('00:00:00.000Z').optional(),
  to: dayOrInstant('23:59:59.999Z').optional(),
  search: searchText.optional().meta({
    description:
      'Words, `"phrases"`, `-excluded` words, and fields: `action:`, `user:`, `details:`, `entitytype:`, `entityid:`, `ip:` and `requestid:`.',
  }),
});
/** A row of the audit log. */
export const auditRecord = z
  .object({
    auditlogid: z.int(),
    createddate: z.iso.datetime(),
    action: z.string(),
    userid: z.int().nullable(),
    username: z.string(),
    actorkind: z.string(),
    entitytype: z.string(),
    entityid: z.union([z.int(), z.string()]).nullable(),
    details: z.looseObject({}),
    ipaddress: z.string().nullable(),
    requestid: z.string().nullable(),
    undoof: z.int().nullable(),
    reverts: z
      .object({
        auditlogid: z.int(),
        action: z.string(),
        username: z.string(),
        createddate: z.iso.datetime(),
        entitytype: z.string(),
        entityid: z.union([z.int(), z.string()]).nullable(),
        entityname: z.string().nullable(),
        entityhref: z.string().nullable(),
      })
      .nullable()
      .meta({ id: 'RevertedChange', description: 'The change that an undo reverted.' }),
    undoable: z.boolean(),
    /** Name of the entity; for a deleted one the name that the row contains. */
    entityname: z.string().nullable(),
    /** Page of the entity; null when it has none or no longer exists. */
    entityhref: z.string().nullable(),
  })
  .meta({ id: 'AuditRow' });
export type AuditRow = z.output<typeof auditRecord>;

function createConditions(host: Host, reader: Reader, filters: z.output<typeof auditQuery>): SqlCondition[] {
  const conditions: SqlCondition[] = [];
  const add = (sql: string, ...params: Value[]) => conditions.push({ sql, params });
  for (const name of ['userid', 'action', 'entitytype', 'entityid'] as const satisfies (keyof AuditLog)[])
    if (filters[name] !== undefined) add(`${name} = ?`, filters[name]);
  conditions.push(...createActorsConditions(filters.actors, 'actorkind'));
  if (filters.from) add('createddate >= ?', filters.from);
  if (filters.to) add('createddate <= ?', filters.to);
  const found = filters.search && searchRows(host, reader, filters.search);
  if (found) add(found.sql, ...found.params);
  return conditions;
}

const SEARCHED_FIELDS = {
  action: 'action',
  username: 'username',
  user: 'username',
  details: 'details',
  entitytype: 'entitytype',
  entityid: 'entityid',
  ipaddress: 'ipaddress',
  ip: 'ipaddress',
  requestid: 'requestid',
};

/**
 * Returns a condition for rows that match a search. A text without a key is in the action, the user or the
 * details of a row, or it is the ID of the entity or part of its name.
 */
const searchRows = (host: Host, reader: Reader, query: string) =>
  createPlainSearch(query, {
    fields: SEARCHED_FIELDS,
    searched: ['action', 'username', 'details'],
    findElsewhere: ({ text, isPhrase }) => [
      { sql: 'entityid = ?', params: [text] },
      ...buildEntityNameConditions(host, reader, text, isPhrase),
    ],
  });

interface ListedRow extends Omit<AuditLog, 'hash' | 'journal' | 'needs'> {
  undoable: 0 | 1;
}

/** Returns a page of the audit log, with the names of the entities. */
export function listAuditRows(host: Host, actor: Actor, query: z.output<typeof auditQuery>) {
  return host.db.read((reader) => {
    const { rows, pagination } = readListPage<ListedRow>(
      host.db,
      auditColumns,
      () => ({ from: 'auditlogs', id: 'auditlogid', conditions: createConditions(host, reader, query) }),
      { query, actor },
    );
    const named = readEntityNames(host, reader, rows);
    const reverted = readReverted(host, reader, rows);
    const views = rows.map((row) => {
      const { name, href } = named(row);
      return { ...toView(row), entityname: name, entityhref: href, reverts: reverted(row) };
    });
    return new Page(views, pagination);
  });
}

/** Returns a function that describes the change that an audit row reverted; null for any other row. */
function readReverted(host: Host, reader: Reader, rows: readonly ListedRow[]) {
  const ids = rows.flatMap(({ undoof }) => undoof ?? []);
  const changes = revertedRows.all(reader, { ids: JSON.stringify(ids) });
  const named = readEntityNames(host, reader, changes);
  const byId = new Map(
    changes.map((row) => {
      const { details: _details, ...change } = row;
      const { name, href } = named(row);
      return [
        change.auditlogid,
        { ...change, entityid: toEntityId(change.entityid), entityname: name, entityhref: href },
      ];
    }),
  );
  return ({ undoof }: ListedRow) => (undoof === null ? null : (byId.get(undoof) ?? null));
}

/** Returns the ID of an entity as the API has it: a number, unless the entity has another kind of ID. */
const toEntityId = (entityid: string | number | null): string | number | null =>
  /^\d{1,15}$/.test(String(entityid)) ? Number(entityid) : entityid;

const toView = ({ details, entityid, undoable, ...row }: ListedRow) => ({
  ...row,
  entityid: toEntityId(entityid),
  details: JSON.parse(details),
  undoable: undoable === 1,
});
