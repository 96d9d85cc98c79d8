/** The dependencies of a plugin. */
export interface PluginDependencies {
  id: string;
  core?: boolean;
  dependsOn?: readonly string[];
}

/**
 * Returns the enabled plugins, each after its dependencies. Throws an Error for a dependency that is not in
 * `plugins`, and for a cycle. `available` are all plugins; the message says whether the missing one is
 * disabled or unknown.
 */
export function sortByDependencies<P extends PluginDependencies>(
  plugins: readonly P[],
  available: readonly PluginDependencies[] = plugins,
): P[] {
  const byId = new Map(plugins.map((plugin) => [plugin.id, plugin]));
  const ordered: P[] = [];
  const visit = (plugin: P, path: readonly string[]) => {
    if (ordered.includes(plugin)) return;
    const way = [...path, plugin.id];
    const circle = path.includes(plugin.id) ? way.slice(way.indexOf(plugin.id)) : [];
    if (circle.length === 2) throw new Error(`The plugin ${plugin.id} depends on itself.`);
    if (circle.length > 0) throw new Error(`Plugins depend on each other: ${circle.join(' -> ')}.`);
    for (const id of plugin.dependsOn ?? []) {
      const needed = byId.get(id);
      if (!needed)
        throw new Error(`The plugin ${plugin.id} requires the plugin ${id}${absence(id, available)}`);
      visit(needed, way);
    }
    ordered.push(plugin);
  };
  for (const plugin of plugins) visit(plugin, []);
  return ordered;
}

const absence = (id: string, available: readonly PluginDependencies[]): string =>
  available.some((plugin) => plugin.id === id)
    ? ', which is not enabled.'
    : `, which does not exist. Available plugins: ${available.map((plugin) => plugin.id).join(', ')}.`;
