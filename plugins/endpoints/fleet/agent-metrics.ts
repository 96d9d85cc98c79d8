import type { Host } from '../../../src/kit/host.ts';
import { gauge, type Metric } from '../../../src/kit/metric.ts';
import { offlineCount, onlineCount } from './queries.ts';

/** Returns the number of agents and of those online. */
export const readAgentMetrics = (host: Host): Metric[] =>
  host.db.read((reader) => {
    const online = onlineCount.get(reader, { at: reader.at })!.n;
    const offline = offlineCount.get(reader, { at: reader.at })!.n;
    return [
      gauge('agents', 'Agents of active PCs that checked in at least once.', online + offline),
      gauge('agents_online', 'Agents of active PCs that are online.', online),
    ];
  });
