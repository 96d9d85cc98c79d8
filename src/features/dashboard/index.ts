import { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import type { Attention, AttentionCount } from '../../kit/contributions.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { isAuthorized, toRouteAccess } from '../../kit/http/access.ts';
import { api, routeOptions } from '../../kit/http/api.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { report } from '../../kit/report.ts';
import { describeRegister } from '../../kit/resource/describe.ts';
import { readEntityNames } from '../audit/index.ts';
import { activeAssets } from '../catalog/index.ts';
import { catalogListRecord, listCatalogLists } from './catalog-lists.ts';
import { dueRoutes } from './due/due-routes.ts';
import { readApplianceHealth, UNHEALTHY } from './health.ts';
import { buildNavigation } from './navigation.ts';
import {
  assetsByStatus,
  assetsByType,
  assetsByTypeAndStatus,
  placedByTypeAndStatus,
  recentChanges,
} from './queries.ts';

export { iterateDueItems, listDueSources } from './due/due-list.ts';
export { type DueListItem, type DueListQuery, dueListQuery } from './due/due-schemas.ts';

function summary(host: Host, rules: readonly AttentionCount[], actor: Actor) {
  return host.db.read((reader) => ({
    ...host.contributions.summary(host),
    assets: assetCounts(reader),
    attention: attention(host, rules, actor),
    recent: actor.isadmin ? listRecentChanges(host, reader) : [],
  }));
}

/**
 * Returns the attention items. A rule that throws counts as a failed part, which is an attention item itself.
 * Items with the count 0 are left out, and only admins get the one for failed parts.
 */
function attention(host: Host, rules: readonly AttentionCount[], actor: Actor): Attention[] {
  const today = host.db.read((reader) => reader.today);
  const items = rules
    .filter((rule) => isAuthorized(actor, toRouteAccess(rule.needs)) && rule.isOn())
    .map(({ plugin, key, title, severity, topic, by, href, count }): Attention => {
      const readCount = () => host.db.remember(`attention ${key} ${by()}`, count);
      const number = host.pluginErrors.isolate(plugin, `the attention rule ${key}`, 0, readCount);
      return { key, title, severity, topic, href: href(today), count: number };
    });
  const faults: Attention = {
    key: 'faults',
    title: 'Plugins with errors',
    count: actor.isadmin ? host.pluginErrors.all().length : 0,
    severity: 'warning',
    topic: 'failed',
    href: '/admin/plugins',
  };
  return [...items, faults].filter((item) => item.count > 0);
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
  attention: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      count: z.int(),
      severity: z.enum(['info', 'warning', 'critical']),
      topic: z.enum(['failed', 'overdue', 'running', 'setup', 'other']).meta({
        description: '`setup`: a hint whose count has no meaning. `running`: work in progress.',
      }),
      href: z.string(),
    }),
  ),
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
  routes: (host) => {
    const rules = host.contributions.attention(host);
    return [
      dueRoutes(host),
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
          ({ call: { actor } }) => summary(host, rules, actor),
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
    ];
  },
});
