import { z } from 'zod';
import { UNDO_DAYS } from '../../kit/audit/verify.ts';
import { addDays, getInstantDaysAgo } from '../../kit/clock.ts';
import type { Host } from '../../kit/host.ts';
import { api, routeOptions } from '../../kit/http/api.ts';
import { idParam, pagingOf, pagingQuery } from '../../kit/http/paging.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { report } from '../../kit/report.ts';
import { integer } from '../../kit/resource/fields.ts';
import { declareSettings } from '../../kit/settings/declare.ts';
import { auditQuery, auditRecord, listAuditRows } from './audit-list.ts';
import { changedRecord } from './changed-fields.ts';
import { listChanges } from './changes.ts';
import { auditEntityType, listAuditEntityTypes, MAX_ENTITY_TYPES } from './entity-types.ts';
import { activitySince, deleteJournalBefore, deletePutBackBefore, incompleteRollbacks } from './queries.ts';
import { undo } from './undo.ts';
import { refuseForeign } from './undo-rights.ts';

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

export { actorsFilter, createActorsConditions } from './actors.ts';
export type { AuditRow } from './audit-list.ts';
export type { ChangedField, ChangedRecord } from './changed-fields.ts';
export { findRowTitle, findShownField, formatStoredValue, type ShownField } from './changed-fields.ts';
export { readEntityNames } from './entity-names.ts';
export type { AuditEntityType } from './entity-types.ts';
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
    {
      group: 'Admin',
      family: 'System',
      title: 'Audit log',
      icon: 'history',
      path: '/admin/audit',
      words: 'history who changed undo',
      needs: 'admin',
      order: 80,
    },
  ],
  reports: [
    report({
      key: 'audit-activity',
      title: 'Activity by user',
      group: 'Administration',
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
      topic: 'failed',
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
        ({ call: { actor }, query }) => listAuditRows(host, actor, query),
        routeOptions({
          access: 'admin',
          summary: 'The audit log, newest first',
          query: auditQuery,
          responseSchema: auditRecord.array(),
          paged: true,
        }),
      )
      .get(
        '/entities',
        () => listAuditEntityTypes(host),
        routeOptions({
          access: 'admin',
          summary: 'The types of records in the audit log',
          responseSchema: auditEntityType.array().max(MAX_ENTITY_TYPES),
        }),
      )
      .get(
        '/:auditlogid/changes',
        ({ params, query: paging }) => listChanges(host, params.auditlogid, pagingOf(paging)),
        routeOptions({
          access: 'admin',
          summary: 'The records that a change created, changed or deleted, with their fields',
          params: z.object({ auditlogid: idParam }),
          query: z.object(pagingQuery),
          responseSchema: changedRecord.array(),
          paged: true,
        }),
      )
      .post(
        '/:auditlogid/undo',
        async ({ call: { actor, context }, params }) => {
          host.db.read((reader) => refuseForeign(reader, actor, params.auditlogid));
          const { auditlogid, reversed } = await undo(host, context, params.auditlogid);
          return { auditlogid, reversed };
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
