import type { PluginSummary } from './kit/contributions.ts';
import type { Gathered } from './kit/host.ts';
import type { Plugin } from './kit/plugin.ts';

/** What the features and plugins say of themselves, as plain data for those that serve it. */
export function gather(plugins: readonly Plugin[], available: readonly Plugin[]): Gathered {
  return {
    running: plugins.map(summaryOf),
    available: available.map(summaryOf),
    permissions: plugins.flatMap(({ title, permissions = [] }) =>
      permissions.length > 0 ? [{ category: title, permissions }] : [],
    ),
    navigation: plugins.flatMap((plugin) => plugin.navigation ?? []),
    attention: plugins.flatMap(({ id, attention }) => (attention ? [{ plugin: id, source: attention }] : [])),
    labels: new Map(plugins.flatMap((plugin) => Object.entries(plugin.labels ?? {}))),
    collectors: (host) => plugins.flatMap((plugin) => plugin.collectors?.(host) ?? []),
    seed: (host, context) => {
      for (const plugin of plugins) plugin.seed?.(host, { ...context });
    },
  };
}

const summaryOf = ({ id, title, description, core = false, dependsOn = [] }: Plugin): PluginSummary => ({
  id,
  title,
  description,
  core,
  dependsOn,
});
