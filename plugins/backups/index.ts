import { z } from 'zod';
import { reportRoute } from '../../src/features/reports/index.ts';
import { countRows, isSet } from '../../src/kit/data/query.ts';
import { attach } from '../../src/kit/files/upload.ts';
import { historyRule } from '../../src/kit/history-rule.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { idParam } from '../../src/kit/http/paging.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { report } from '../../src/kit/report.ts';
import { applianceBackupRoutes } from './appliance-routes.ts';
import { migrations } from './migrations.ts';
import { backupCounts, backupsDueBy, dueBackups, overdueBackupsOn } from './queries.ts';
import { assetbackups } from './register.ts';
import {
  BACKUP_FILE_AREA,
  BACKUP_FILE_RULE,
  latestBackupInvariant,
  refuseRetiredBackup,
  saveBackupFile,
} from './service.ts';
import * as tables from './tables.ts';

const OVERDUE = 'backups-overdue';

function fileRoutes(host: Host): Api {
  const resource = host.resource(assetbackups);
  return api('/api/backups/assets')
    .post(
      '/:assetbackupid/file',
      async ({ call, params: { assetbackupid } }) => {
        refuseRetiredBackup(host, assetbackupid);
        await attach(host.files, call.req, BACKUP_FILE_AREA, BACKUP_FILE_RULE, ({ file }) =>
          saveBackupFile(host, call.context, assetbackupid, file),
        );
        return resource.get(assetbackupid);
      },
      routeOptions({
        access: { can: 'backups.edit' },
        summary: 'Upload the file of an equipment backup',
        params: z.object({ assetbackupid: idParam }),
        raw: { type: ['multipart/form-data', 'application/octet-stream'] },
        responseSchema: resource.schemas.record,
        status: 201,
      }),
    )
    .get(
      '/file/:filename',
      ({ params }) => host.files.serve(BACKUP_FILE_AREA, params.filename, { download: true }),
      routeOptions({
        access: { can: 'backups.view' },
        summary: 'Download the file of an equipment backup',
        params: z.object({ filename: z.string().max(255) }),
        produces: 'application/octet-stream',
      }),
    );
}

/** Backups of equipment and their due dates, and the backups of the appliance. */
export const backupsPlugin = definePlugin({
  id: 'backups',
  title: 'Backups',
  description: 'Backups of machine controls and PCs with due dates, and backups of the appliance',
  migrations,
  tables,
  permissions: {
    'backups.view': 'Download files of equipment backups',
    'backups.edit': 'Record, change and deactivate equipment backups',
  },
  navigation: [
    {
      group: 'Records',
      family: 'Due dates',
      title: 'Equipment backups',
      icon: 'database',
      path: '/backups/assets',
      words: 'plc program overdue',
      order: 30,
    },
    {
      group: 'Admin',
      family: 'System',
      title: 'Backups of the appliance',
      icon: 'database-export',
      path: '/backups',
      words: 'restore save database copy',
      needs: 'admin',
      order: 62,
    },
  ],
  registers: [assetbackups],
  history: [
    historyRule(tables.assetbackups.assetid, {
      derived: [tables.assetbackups.islatest, tables.assetbackups.duedate],
    }),
  ],
  invariants: [latestBackupInvariant],
  attention: [
    {
      key: 'backups.overdue',
      topic: 'overdue',
      title: 'Overdue equipment backups',
      needs: 'backups.edit',
      href: '/backups/assets?overdue=true',
      count: (reader) => backupCounts.get(reader, { today: reader.today })!.overdue,
    },
  ],
  tabCounts: [
    {
      register: 'assets',
      tab: 'backups',
      count: countRows(tables.assetbackups.assetid, isSet(tables.assetbackups.isactive)),
    },
  ],
  reminders: [
    {
      key: 'backups',
      title: 'Equipment backups',
      days: 7,
      href: '/backups/assets?sort=duedate',
      *due(reader, { until }) {
        for (const { assetbackupid, assetid, assetnumber, name, duedate } of backupsDueBy.iterate(reader, {
          until,
        }))
          yield {
            id: assetbackupid,
            title: [assetnumber, name].filter(Boolean).join(' '),
            due: duedate,
            href: `/assets/${assetid}?tab=backups`,
          };
      },
    },
  ],
  dueSources: [
    {
      key: 'backups',
      title: 'Equipment backups',
      icon: 'database',
      register: 'assetbackups',
      select: dueBackups,
      href: ({ assetid }) => `/assets/${assetid}?tab=backups`,
    },
  ],
  summary: { equipmentbackups: (reader) => ({ ...backupCounts.get(reader, { today: reader.today })! }) },
  reports: [
    report({
      key: OVERDUE,
      title: 'Equipment backups overdue',
      group: 'Papers',
      about: 'Assets in use whose latest backup is older than its interval, longest overdue first.',
      placeRegister: 'assets',
      columns: {
        assetid: 'ID',
        assetnumber: 'Asset',
        name: 'Name',
        assettype: 'Type',
        location: 'Location',
        backupdate: 'Last backup',
        method: 'Method',
        storagelocation: 'Storage location',
        intervaldays: 'Interval (days)',
        duedate: 'Was due',
        daysoverdue: 'Days overdue',
      },
      rows: (reader, { place }) => overdueBackupsOn.iterate(reader, { today: reader.today, ...place.within }),
    }),
  ],
  routes: (host) => [
    reportRoute(host, '/api/backups/reports/overdue', OVERDUE),
    fileRoutes(host),
    ...applianceBackupRoutes(host),
  ],
});
