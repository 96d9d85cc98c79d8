import { z } from 'zod';
import type { AttentionCount } from '../../kit/contributions.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { isAuthorized } from '../../kit/http/access.ts';
import { api, routeOptions } from '../../kit/http/api.ts';
import type { Call } from '../../kit/http/call.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { report } from '../../kit/report.ts';
import { describeRegister } from '../../kit/resource/describe.ts';
import { readEntityNames } from '../audit/index.ts';
import { activeAssets } from '../catalog/index.ts';
import { alertRoutes } from './alerts/alert-routes.ts';
import { alertRecord } from './alerts/alert-schemas.ts';
import { assigneesAreActive } from './alerts/assignees-are-active.ts';
import { assignmentsEndWithAlert } from './alerts/assignments-end-with-alert.ts';
import { countAlerts } from './alerts/list-alerts.ts';
import { recordCounts } from './alerts/trends.ts';
import { catalogListRecord, listCatalogLists } from './catalog-lists.ts';
import { dueRoutes } from './due/due-routes.ts';
import { readApplianceHealth, UNHEALTHY } from './health.ts';
import { listGroupsRoute } from './list-groups.ts';
import { buildNavigation } from './navigation.ts';
import {
  assetsByStatus,
  assetsByType,
  assetsByTypeAndStatus,
  placedByTypeAndStatus,
  recentChanges,
} from './queries.ts';
import * as tables from './tables.ts';

export { iterateDueItems, listDueSources } from './due/due-list.ts';
export { type DueCalendarQuery, type DueListItem, dueCalendarQuery } from './due/due-schemas.ts';

async function readSummary(host: Host, rules: readonly AttentionCount[], call: Call) {
  const attention = await countAlerts(host, rules, call);
  return host.db.read((reader) => ({
    ...host.contributions.summary(host),
    assets: assetCounts(reader),
    attention,
    recent: call.actor.isadmin ? listRecentChanges(host, reader) : [],
  }));
}

function assetCounts(reader: Reader) {
  return {
    total: activeAssets.get(reader)!.n,
    bytype: assetsByType.all(reader),
    bystatus: assetsByStatus.all(reader),
  };
}

function listRecentChanges(host: Host, reader: Reader) {
  const rows = recentChanges.all(reader);
  const named = readEntityNames(host, reader, rows);
  return rows.map((row) => {
    const { name, href } = named(row);
    const { details: _told, ...change } = row;
    return { ...change, title: name, href };
  });
}

const count = { count: z.int(), color: z.string().nullable() };
const summaryRecord = z.looseObject({
  assets: z.object({
    total: z.int(),
    bytype: z.array(
      z.object({ assettypeid: z.int(), assettype: z.string(), icon: z.string().nullable(), ...count }),
    ),
    bystatus: z.array(z.object({ statusid: z.int(), status: z.string(), ...count })),
  }),
  attention: z.array(alertRecord),
  recent: z.array(
    z.looseObject({
      auditlogid: z.int(),
      action: z.string(),
      username: z.string(),
      title: z.string().nullable(),
      href: z.string().nullable(),
    }),
  ),
});
export type DashboardSummary = z.output<typeof summaryRecord>;

/** Routes that the UI needs for its layout, and those of the first page. */
export const dashboard = definePlugin({
  id: 'dashboard',
  title: 'Dashboard',
  description: 'Start page and navigation',
  core: true,
  tables,
  auditEntities: {
    alert: {
      id: tables.alertassignments.alertassignmentid,
      name: tables.alertassignments.title,
      page: () => '/',
    },
  },
  rowTitles: {
    alertassignments: {
      one: 'Alert assignment',
      fields: { note: { title: 'Note' }, duedate: { title: 'Due', kind: 'date' } },
    },
  },
  invariants: [assigneesAreActive, assignmentsEndWithAlert],
  navigation: [
    {
      group: 'Records',
      family: 'Due dates',
      title: 'Due dates',
      icon: 'calendar',
      path: '/due',
      words: 'overdue deadline this week month calendar calibration warranty',
      order: 5,
    },
  ],
  capabilities: { read: (_host, actor) => isAuthorized(actor, 'optional') },
  errors: [UNHEALTHY],
  reports: [
    report({
      key: 'assets-by-status',
      title: 'Assets by status',
      about: 'Number of active assets by type and status, such as in use, in stock or in repair.',
      placeRegister: 'assets',
      columns: { assettype: 'Type', status: 'Status', count: 'Assets' },
      chart: { by: 'status', count: 'count' },
      rows: (reader, { place }) =>
        place.isAnywhere
          ? assetsByTypeAndStatus.iterate(reader)
          : placedByTypeAndStatus.iterate(reader, place.within),
    }),
  ],
  jobs: [
    {
      name: 'dashboard.trends',
      title: 'Save the counts of alerts for their trends',
      schedule: '8 * * * *',
      run: recordCounts,
    },
  ],
  routes: (host) => {
    const rules = host.contributions.attention(host);
    return [
      dueRoutes(host),
      alertRoutes(host, rules),
      api('/api')
        .get(
          '/dashboard/navigation',
          ({ call: { actor } }) => buildNavigation(host, actor),
          routeOptions({
            access: 'public',
            summary: 'Pages that the caller can open',
            responseSchema: z.array(z.looseObject({ title: z.string(), icon: z.string() })).max(500),
          }),
        )
        .get(
          '/dashboard/lists',
          ({ call: { actor } }) => listCatalogLists(host, actor),
          routeOptions({
            access: 'optional',
            summary: 'Catalog lists with their purpose and number of active entries',
            responseSchema: z.array(catalogListRecord).max(500),
          }),
        )
        .get(
          '/dashboard/health',
          () => readApplianceHealth(host),
          routeOptions({
            access: 'open',
            atonce: true,
            summary:
              'Liveness: 503 if the database does not respond; writable is false while the disk is full',
            responseSchema: z.object({ healthy: z.boolean(), writable: z.boolean(), version: z.string() }),
          }),
        )
        .get(
          '/dashboard/summary',
          ({ call }) => readSummary(host, rules, call),
          routeOptions({
            access: 'optional',
            summary: 'Counts and items that need attention',
            responseSchema: summaryRecord,
          }),
        )
        .get(
          '/capabilities',
          ({ call: { actor } }) => host.contributions.capabilities(host, actor),
          routeOptions({
            access: 'public',
            tag: 'dashboard',
            summary: 'Capabilities of the caller',
            responseSchema: z.record(z.string(), z.boolean()),
          }),
        )
        .get(
          '/plugins/enabled',
          () =>
            host.contributions.running
              .filter((plugin) => !plugin.core)
              .map(({ id, title, description }) => ({ name: id, title, description })),
          routeOptions({
            access: 'open',
            tag: 'dashboard',
            summary: 'The enabled plugins',
            responseSchema: z
              .array(z.object({ name: z.string(), title: z.string(), description: z.string() }))
              .max(500),
          }),
        )
        .get(
          '/registers',
          ({ call: { actor } }) =>
            host.registers
              .all()
              .filter((register) => !register.unlisted)
              .flatMap((register) => describeRegister(host.resource(register), host.registers, actor) ?? []),
          routeOptions({
            access: 'optional',
            tag: 'dashboard',
            summary: 'Registers with their fields and actions, as the UI uses them',
            responseSchema: z.array(z.looseObject({ name: z.string(), path: z.string() })).max(500),
          }),
        ),
      listGroupsRoute(host),
    ];
  },
});
