import { z } from 'zod';
import type { PluginSummary } from '../../kit/contributions.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { readDisabledPlugins, storeDisabledPlugins } from '../../kit/disabled-plugins.ts';
import { AppError, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { api, routeOptions } from '../../kit/http/api.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { MAX_PLUGIN_ERRORS } from '../../kit/plugin-errors.ts';

const record = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    dependson: z.array(z.string()),
    /** True when the plugin runs now. */
    isrunning: z.boolean(),
    /** True when the plugin runs after the next start. */
    isenabled: z.boolean(),
  })
  .meta({ id: 'Plugin' });
export type PluginRecord = z.output<typeof record>;

function view(host: Host, plugin: PluginSummary, disabled: readonly string[]) {
  const { id, title, description, dependsOn } = plugin;
  const isrunning = host.contributions.running.some(({ id: running }) => running === id);
  const isenabled = host.config.plugins ? isrunning : !disabled.includes(id);
  return { name: id, title, description, dependson: [...dependsOn], isrunning, isenabled };
}

const fault = z
  .object({
    plugin: z.string(),
    title: z.string(),
    what: z.string(),
    message: z.string(),
    count: z.int(),
    lastdate: z.iso.datetime(),
  })
  .meta({ id: 'PluginFault' });
export type PluginErrorRecord = z.output<typeof fault>;

/** Returns the errors since the start, with the title of their feature. */
const listErrors = (host: Host): PluginErrorRecord[] =>
  host.pluginErrors.all().map((one) => ({
    ...one,
    title: host.contributions.running.find(({ id }) => id === one.plugin)?.title ?? one.plugin,
  }));

const list = (host: Host) => {
  const disabled = readDisabledPlugins(host.config.data);
  return host.contributions.available.map((plugin) => view(host, plugin, disabled));
};

/**
 * Enables or disables a plugin from the next start on. Throws 404 for an unknown one. Throws 409 while an
 * enabled plugin depends on it, while it depends on a disabled one, or when the configuration selects
 * plugins.
 */
async function setEnabled(host: Host, context: WriteContext, name: string, enabled: boolean) {
  const plugin = host.contributions.available.find((candidate) => candidate.id === name);
  if (!plugin) throw notFound('Plugin');
  if (host.config.plugins) {
    throw new AppError(
      'CONFLICT',
      'The environment variable MILLWRIGHT_PLUGINS selects the plugins of this appliance. Change it instead.',
    );
  }
  const before = readDisabledPlugins(host.config.data);
  const disabled = new Set(before);
  const inTheWay = enabled
    ? plugin.dependsOn.filter((id) => disabled.has(id))
    : host.contributions.available
        .filter((other) => other.dependsOn.includes(name) && !disabled.has(other.id))
        .map((other) => other.id);
  if (inTheWay.length > 0) {
    const sentence = enabled
      ? `This plugin requires ${inTheWay.join(', ')}. Enable it first.`
      : `${inTheWay.join(', ')} requires this plugin. Disable it first.`;
    throw new AppError('CONFLICT', sentence, { plugins: inTheWay });
  }
  if (enabled) disabled.delete(name);
  else disabled.add(name);
  try {
    host.db.transact(context, `platform.plugin.${enabled ? 'enabled' : 'disabled'}`, (tx) => {
      tx.audit({ entitytype: 'plugin', entityid: name });
      // The file is written before the commit, so that the audit log never contains a change that could not
      // be written.
      storeDisabledPlugins(host.config.data, [...disabled]);
    });
    await host.db.whenDurable;
  } catch (cause) {
    if (`${readDisabledPlugins(host.config.data)}` !== `${before}`)
      storeDisabledPlugins(host.config.data, before);
    throw cause;
  }
  return view(host, plugin, [...disabled]);
}

/** The list of plugins and their states. */
export const pluginadmin = definePlugin({
  id: 'plugins',
  title: 'Plugins',
  description: 'Turns plugins on and off',
  core: true,
  navigation: [
    {
      group: 'Admin',
      family: 'System',
      title: 'Plugins',
      icon: 'puzzle',
      path: '/admin/plugins',
      words: 'enable disable feature',
      needs: 'admin',
      order: 70,
    },
  ],
  routes: (host) => [
    api('/api/plugins')
      .get(
        '',
        () => list(host),
        routeOptions({
          access: 'admin',
          summary: 'All plugins of this version',
          responseSchema: record.array().max(500),
        }),
      )
      .get(
        '/faults',
        () => listErrors(host),
        routeOptions({
          access: 'admin',
          summary: 'Errors of features and plugins since the start, newest first',
          responseSchema: fault.array().max(MAX_PLUGIN_ERRORS),
        }),
      )
      .put(
        '/:name',
        ({ call: { context }, params, body }) => setEnabled(host, context, params.name, body.enabled),
        routeOptions({
          access: 'admin',
          summary: 'Turn a plugin on or off; takes effect at the next start',
          params: z.object({ name: z.string().max(32) }),
          body: z.object({ enabled: z.boolean() }),
          responseSchema: record,
        }),
      ),
  ],
});
