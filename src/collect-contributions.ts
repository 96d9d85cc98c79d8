import { describeDeclaredData, listPersonalFields } from './declared-data.ts';
import { hasPermission } from './kit/actor.ts';
import { type AttentionRule, switchKeyOf, thresholdKeyOf } from './kit/attention.ts';
import type {
  AssetFlag,
  AssetInfo,
  AttentionCount,
  Permission,
  Permissions,
  PluginSummary,
} from './kit/contributions.ts';
import type { Chain } from './kit/data/migrate.ts';
import { tableNameOf } from './kit/data/query.ts';
import type { Contributions, Host } from './kit/host.ts';
import type { Plugin } from './kit/plugin.ts';

/**
 * Collects the contributions of the features and plugins into one object, for the code that serves them.
 * `plugins` are the running ones.
 */
export function collectContributions(
  plugins: readonly Plugin[],
  available: readonly Plugin[],
  chains: readonly Chain[],
): Contributions {
  return {
    running: plugins.map(summaryOf),
    available: available.map(summaryOf),
    chains,
    declared: describeDeclaredData([...plugins, ...available]),
    settings: available.flatMap(({ settings = [] }) => settings),
    permissions: plugins.flatMap(({ title, permissions }) =>
      permissions ? [{ category: title, permissions: listOf(permissions) }] : [],
    ),
    serviceScopes: [
      ...new Set([...plugins, ...available].flatMap(({ serviceScopes = [] }) => serviceScopes)),
    ].sort(),
    navigation: plugins.flatMap((plugin) => plugin.navigation ?? []),
    attention: (host) =>
      plugins.flatMap(({ id, attention = [] }) => attention.map((rule) => toAttentionCount(host, id, rule))),
    assetFlags: (host, reader, assetids) => {
      const flags = new Map<number, AssetFlag[]>();
      for (const { id, assetFlags } of plugins)
        for (const [assetid, flag] of host.pluginErrors.isolate(
          id,
          'asset flags',
          new Map<number, AssetFlag>(),
          () => assetFlags?.(reader, assetids) ?? new Map(),
        ))
          flags.set(assetid, [...(flags.get(assetid) ?? []), flag]);
      return flags;
    },
    summary: (host) =>
      Object.fromEntries(
        plugins.flatMap(({ id, summary = {} }) =>
          Object.entries(summary).map(([key, count]) => [
            key,
            host.pluginErrors.isolate(id, `the summary ${key}`, null, () =>
              host.db.remember(`summary ${key}`, (reader) => count(reader, host)),
            ),
          ]),
        ),
      ),
    metrics: (host) =>
      plugins.flatMap(({ id, metrics }) =>
        host.pluginErrors.isolate(id, 'metrics', [], () => metrics?.(host) ?? []),
      ),
    reminders: (host) =>
      plugins.flatMap(({ id, reminders = [] }) =>
        reminders.map(({ due, ...reminder }) => ({
          ...reminder,
          plugin: id,
          due: (reader, period) => due(reader, period, host),
        })),
      ),
    dueSources: plugins.flatMap(({ dueSources = [] }) => dueSources),
    tabCounts: (host) =>
      plugins.flatMap(({ tabCounts = [] }) =>
        tabCounts.map(({ count, ...tab }) => ({
          ...tab,
          count: (reader, id, actor) => count(reader, id, host, actor),
        })),
      ),
    importColumns: (host) =>
      [...new Set([...plugins, ...available])].flatMap((plugin) => {
        const source = host.pluginErrors.isolate(plugin.id, 'import columns', undefined, () =>
          plugin.importColumns?.(host),
        );
        if (!source) return [];
        return [{ ...source, plugin: plugin.id, title: plugin.title, isEnabled: plugins.includes(plugin) }];
      }),
    reports: (host) =>
      plugins.flatMap(({ id, reports = [] }) =>
        reports.map(({ needs, rows, ...report }) => ({
          ...report,
          plugin: id,
          needs,
          rows: (reader, parameters) => rows(reader, parameters as never, host),
        })),
      ),
    capabilities: (host, actor) => ({
      ...Object.fromEntries(
        available.flatMap(({ capabilities = {} }) => Object.keys(capabilities).map((name) => [name, false])),
      ),
      ...Object.fromEntries(
        plugins.flatMap(({ id, capabilities = {} }) =>
          Object.entries(capabilities).map(([name, can]) => [
            name,
            host.pluginErrors.isolate(id, `the capability ${name}`, false, () => can(host, actor)),
          ]),
        ),
      ),
    }),
    personal: new Set(plugins.flatMap(listPersonalFields)),
    irreversibleTables: new Set(
      plugins.flatMap(({ irreversibleTables = [] }) => irreversibleTables.map(tableNameOf)),
    ),
    excludedFromBackups: [
      ...new Set(
        [...plugins, ...available].flatMap(({ excludedFromBackups = [] }) =>
          excludedFromBackups.map(tableNameOf),
        ),
      ),
    ],
    assetMerges: plugins.flatMap(({ assetMerging }) => assetMerging ?? []),
    // Includes disabled plugins, because their data remain.
    staysOnMerge: new Set(
      [...plugins, ...available].flatMap(({ assetMerging }) => (assetMerging?.stay ?? []).map(tableNameOf)),
    ),
    auditEntities: new Map(plugins.flatMap((plugin) => Object.entries(plugin.auditEntities ?? {}))),
    rowTitles: new Map(plugins.flatMap((plugin) => Object.entries(plugin.rowTitles ?? {}))),
    historySources: plugins,
    labels: new Map(plugins.flatMap((plugin) => Object.entries(plugin.labels ?? {}))),
    collectors: (host) => plugins.flatMap((plugin) => plugin.collectors?.(host) ?? []),
    readAssetInfo: (host, actor, reader, assetids) => {
      const words = new Map<number, AssetInfo[]>();
      for (const { id, assetInfoProviders } of plugins)
        for (const { needs, readInfo } of assetInfoProviders?.(host) ?? []) {
          if (needs !== undefined && !hasPermission(actor, needs)) continue;
          const none: ReadonlyMap<number, readonly AssetInfo[]> = new Map();
          const infoByAsset = host.pluginErrors.isolate(id, 'asset information', none, () =>
            readInfo(reader, assetids),
          );
          for (const [assetid, infos] of infoByAsset)
            words.set(assetid, [...(words.get(assetid) ?? []), ...infos]);
        }
      return words;
    },
    fleet: plugins.find(({ fleet }) => fleet)?.fleet,
    findPersonName: (host, sso) => {
      for (const { id, people } of plugins) {
        const name = host.pluginErrors.isolate(id, 'names of people', undefined, () => people?.(host)(sso));
        if (name) return name;
      }
      return null;
    },
    labelPrinters: (host, reader) => plugins.flatMap((plugin) => plugin.labelPrinters?.(host)(reader) ?? []),
    devices: (host) => plugins.flatMap((plugin) => plugin.devices?.(host) ?? []),
    reportAuthorizers: (host) => plugins.flatMap((plugin) => plugin.reportAuthorizer?.(host) ?? []),
    seed: (host, context) => {
      for (const plugin of plugins) plugin.seed?.(host, { ...context });
    },
  };
}

function toAttentionCount(host: Host, plugin: string, rule: AttentionRule): AttentionCount {
  const { key, title, severity = 'warning', topic = 'other', needs, threshold, href, count } = rule;
  const by = () => (threshold ? host.settings.integer(thresholdKeyOf(rule)) : 0);
  return {
    key,
    title,
    plugin,
    severity,
    topic,
    needs,
    isOn: () => host.settings.boolean(switchKeyOf(rule)),
    by,
    isLive: rule.isLive ?? false,
    href: (today) => (typeof href === 'string' ? href : href(by(), today)),
    count: (reader) => count(reader, host, by()),
  };
}

const listOf = (permissions: Permissions): Permission[] =>
  Object.entries(permissions).map(([name, description]) => ({ name, description }));

const summaryOf = ({ id, title, description, core = false, dependsOn = [] }: Plugin): PluginSummary => ({
  id,
  title,
  description,
  core,
  dependsOn,
});
