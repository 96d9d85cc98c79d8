import type { AttentionCount } from '../../../kit/contributions.ts';
import type { Host } from '../../../kit/host.ts';

/** Returns the count of a rule. A rule that throws counts as a failed part, which is an alert itself. */
export function readCountOf(host: Host, { plugin, key, by, isLive, count }: AttentionCount): number {
  const read = () => (isLive ? host.db.read(count) : host.db.remember(`attention ${key} ${by()}`, count));
  return host.pluginErrors.isolate(plugin, `the attention rule ${key}`, 0, read);
}
