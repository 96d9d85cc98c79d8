import { z } from 'zod';
import { UNDO_DAYS } from '../../kit/audit/verify.ts';
import { addDays, getInstantDaysAgo } from '../../kit/clock.ts';
import type { Reader, Value } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { api, routeOptions } from '../../kit/http/api.ts';
import { datedQuery, idParam, pageOf, pagingOf, searchText } from '../../kit/http/paging.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { report } from '../../kit/report.ts';
import { integer } from '../../kit/resource/fields.ts';
import { instantSchema } from '../../kit/resource/validate.ts';
import { isUnsearchable, toContainsPattern } from '../../kit/search/condition.ts';
import { declareSettings } from '../../kit/settings/declare.ts';
import type { AuditLog } from '../../kit/tables.ts';
import { buildEntityNameConditions, readEntityNames } from './entity-names.ts';
import {
  activitySince,
  deleteJournalBefore,
  deletePutBackBefore,
  incompleteRollbacks,
  type ListedRow,
  listedRows,
} from './queries.ts';
import { undo } from './undo.ts';
import { refuseForeign } from './undo-rights.ts';

/** Returns the schema of a point in time. A plain day becomes the time `time`, which is UTC, on that day. */
const dayOrInstant = (time: string) =>
  z.union([z.iso.date().transform((day) => `${day}T${time}`), instantSchema], {
    error: 'Use a day such as 2026-01-31 or an instant such as 2026-01-31T13:05:09Z.',
  });

const query = z.object({
  ...datedQuery,
  userid: idParam.optional(),
  action: z.string().max(64).optional(),
  entitytype: z.string().max(64).optional(),
  entityid: z.string().max(64).optional(),
  from: dayOrInstant('00:00:00.000Z').optional(),
  to: dayOrInstant('23:59:59.999Z').optional(),
  search: searchText.optional(),
});
const record = z
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
    undoable: z.boolean(),
    /** Name of the entity; for a deleted one the name that the row contains. */
    entityname: z.string().nullable(),
    /** Page of the entity; null when it has none or no longer exists. */
    entityhref: z.string().nullable(),
  })
  .meta({ id: 'AuditRow' });
export type AuditRow = z.output<typeof record>;

function conditionsOf(host: Host, reader: Reader, filters: z.output<typeof query>) {
  const conditions: string[] = [];
  const params: Value[] = [];
  const add = (sql: string, ...values: Value[]) => {
    conditions.push(sql);
    params.push(...values);
  };
  for (const name of ['userid', 'action', 'entitytype', 'entityid'] as const satisfies (keyof AuditLog)[])
    if (filters[name] !== undefined) add(`${name} = ?`, filters[name]);
  if (filters.from) add('createddate >= ?', filters.from);
  if (filters.to) add('createddate <= ?', filters.to);
  if (filters.search && isUnsearchable(filters.search)) add('0');
  else if (filters.search) {
    const { sql, params: values } = mentions(host, reader, filters.search);
    add(sql, ...values);
  }
  return { where: conditions.length ? ` WHERE ${conditions.join(' AND ')}` : '', params };
}

/**
 * Returns a condition for rows that contain the text, or whose entity has this ID or a name that contains the
 * text.
 */
function mentions(host: Host, reader: Reader, text: string): { sql: string; params: Value[] } {
  const like = toContainsPattern(text);
  const textConditions = ['action', 'username', 'details'].map((column) => `${column} LIKE ? ESCAPE '\\'`);
  const named = buildEntityNameConditions(host, reader, text);
  return {
    sql: `(${[...textConditions, 'entityid = ?', ...named.map(({ sql }) => sql)].join(' OR ')})`,
    params: [like, like, like, text, ...named.flatMap(({ params }) => params)],
  };
}

function list(host: Host, filters: z.output<typeof query>) {
  const paging = pagingOf(filters);
  return host.db.read((reader) => {
    const { where, params } = conditionsOf(host, reader, filters);
    const total = reader.value<number>(`SELECT count(*) FROM auditlogs${where}`, ...params) ?? 0;
    const rows = reader.all<ListedRow>(
      `${listedRows.text()}${where} ORDER BY auditlogid ${filters.dir ?? 'desc'} LIMIT ? OFFSET ?`,
      ...params,
      paging.perpage,
      paging.offset,
    );
    const named = readEntityNames(host, reader, rows);
    return pageOf(
      rows.map((row) => {
        const { name, href } = named(row);
        return { ...view(row), entityname: name, entityhref: href };
      }),
      total,
      paging,
    );
  });
}

function view({
  hash: _hash,
  journal: _mark,
  needs: _rights,
  open,
  undoable: _asWritten,
  details,
  entityid,
  ...row
}: ListedRow) {
  const id = /^\d{1,15}$/.test(String(entityid)) ? Number(entityid) : entityid;
  return {
    ...row,
    entityid: id,
    details: JSON.parse(details),
    undoable: open === 1,
  };
}

function pruneJournal(host: Host): void {
  const days = host.settings.integer('undo_days');
  if (days === 0) return;
  const before = getInstantDaysAgo(host.clock, days);
  host.db.writeUnaudited((tx) => {
    deleteJournalBefore.run(tx, { before });
    deletePutBackBefore.run(tx, { before });
  });
  host.audithead.recordPrune(before);
}

export { readEntityNames } from './entity-names.ts';
export { undoOf } from './queries.ts';
export { undo } from './undo.ts';
export { findUndoableRows } from './undo-rights.ts';

/** The audit log and undo. */
export const audit = definePlugin({
  id: 'audit',
  title: 'Audit',
  description: 'Log of all changes, and undo',
  core: true,
  navigation: [
    { group: 'Admin', title: 'Audit log', icon: 'history', path: '/admin/audit', needs: 'admin', order: 50 },
  ],
  reports: [
    report({
      key: 'audit-activity',
      title: 'Activity by user',
      about: 'Number of actions by user and machine in the last days, most frequent first.',
      needs: 'admin',
      placeRegister: false,
      parameters: { days: integer({ title: 'Days', min: 1, max: 3650, default: 30 }) },
      columns: { username: 'User', action: 'Action', times: 'Count', last: 'Last' },
      rows: (reader, { days }) =>
        activitySince.iterate(reader, { since: addDays(reader.today, -(days ?? 30)) }),
    }),
  ],
  attention: [
    {
      key: 'takenback',
      title: 'Incomplete rollbacks of imports and other long changes',
      needs: 'admin',
      threshold: { title: 'Days', default: 14, min: 1, max: 365 },
      href: '/admin/audit?action=audit.change.takenback',
      count: (reader, _host, days) =>
        incompleteRollbacks.get(reader, { since: addDays(reader.today, -days) })!.n,
    },
  ],
  settings: declareSettings('retention', {
    undo_days: {
      title: 'Undo period (days)',
      description: 'Older changes stay in the audit log but can no longer be undone. 0 means no limit.',
      type: 'integer',
      min: 0,
      max: 36_500,
      default: String(UNDO_DAYS),
    },
  }),
  jobs: [
    {
      name: 'audit.take-back',
      title: 'Finish interrupted rollbacks',
      schedule: '*/10 * * * * *',
      run: (host) => host.db.rowLockTable.finishRollbacks(),
    },
    {
      name: 'audit.prune-journal',
      title: 'Delete undo data of old changes',
      schedule: '37 3 * * *',
      run: pruneJournal,
    },
  ],
  routes: (host) => [
    api('/api/auditlogs')
      .get(
        '',
        ({ query: filters }) => list(host, filters),
        routeOptions({
          access: 'admin',
          summary: 'The audit log, newest first',
          query,
          responseSchema: record.array(),
          paged: true,
        }),
      )
      .post(
        '/:auditlogid/undo',
        ({ call: { actor, context }, params }) => {
          host.db.read((reader) => refuseForeign(reader, actor, params.auditlogid));
          return undo(host, context, params.auditlogid);
        },
        routeOptions({
          access: 'handler',
          summary: 'Undo a change; requires the permissions of the change',
          params: z.object({ auditlogid: idParam }),
          responseSchema: z.object({ auditlogid: z.int(), reversed: z.int() }),
        }),
      ),
  ],
});
