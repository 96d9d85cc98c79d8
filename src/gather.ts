import type { Permission, Permissions, PluginSummary } from './kit/contributions.ts';
import { nameOf } from './kit/data/query.ts';
import type { Gathered } from './kit/host.ts';
import type { Plugin } from './kit/plugin.ts';

/** What the features and plugins say of themselves, as plain data for those that serve it. */
export function gather(plugins: readonly Plugin[], available: readonly Plugin[]): Gathered {
  return {
    running: plugins.map(summaryOf),
    available: available.map(summaryOf),
    secretSettings: available.flatMap(({ settings = [] }) =>
      settings.filter(({ secret }) => secret).map(({ key }) => key),
    ),
    permissions: plugins.flatMap(({ title, permissions }) =>
      permissions ? [{ category: title, permissions: listOf(permissions) }] : [],
    ),
    navigation: plugins.flatMap((plugin) => plugin.navigation ?? []),
    attention: (host) =>
      plugins.flatMap(({ id, attention = [] }) =>
        attention.map(({ severity = 'warning', needs, count, ...rule }) => ({
          ...rule,
          plugin: id,
          severity,
          needs,
          count: (reader) => count(reader, host),
        })),
      ),
    reports: (host) =>
      plugins.flatMap(({ id, reports = [] }) =>
        reports.map(({ needs, rows, ...report }) => ({
          ...report,
          plugin: id,
          needs,
          rows: (reader, given) => rows(reader, given as never, host),
        })),
      ),
    capabilities: (host, actor) =>
      Object.assign(
        {},
        ...plugins.map(({ id, capabilities }) =>
          host.faults.contain(id, 'the capabilities', {}, () => capabilities?.(host, actor) ?? {}),
        ),
      ),
    personal: new Set(plugins.flatMap(personalOf)),
    final: new Set(plugins.flatMap(({ final = [] }) => final.map(nameOf))),
    called: new Map(plugins.flatMap((plugin) => Object.entries(plugin.called ?? {}))),
    labels: new Map(plugins.flatMap((plugin) => Object.entries(plugin.labels ?? {}))),
    collectors: (host) => plugins.flatMap((plugin) => plugin.collectors?.(host) ?? []),
    reporters: (host) => plugins.flatMap((plugin) => plugin.reporters?.(host) ?? []),
    seed: (host, context) => {
      for (const plugin of plugins) plugin.seed?.(host, { ...context });
    },
  };
}

const listOf = (permissions: Permissions): Permission[] =>
  Object.entries(permissions).map(([name, description]) => ({ name, description }));

/** What a feature names, and the fields of its registers and ledgers that say so of themselves. */
const personalOf = ({ personal = [], registers = [], ledgers = [] }: Plugin): string[] => [
  ...personal,
  ...[...registers, ...ledgers.map(({ register }) => register)].flatMap(({ fields }) =>
    Object.keys(fields).filter((name) => fields[name]!.personal),
  ),
];

const summaryOf = ({ id, title, description, core = false, dependsOn = [] }: Plugin): PluginSummary => ({
  id,
  title,
  description,
  core,
  dependsOn,
});
