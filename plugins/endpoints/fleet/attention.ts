import type { AttentionRule } from '../../../src/kit/attention.ts';
import { addDays } from '../../../src/kit/clock.ts';
import { commandCount, failedCommandCount, openUpgradeCount } from '../commands/queries.ts';
import { pendingCount } from '../enrollment/queries.ts';
import type { permissions } from '../manifest.ts';
import { offlineCount, verdictCount } from './queries.ts';

/** Attention rules of the fleet. Each links to the list of the PCs or requests that it counts. */
export const fleetAttention: readonly AttentionRule<keyof typeof permissions>[] = [
  {
    key: 'pcsblocked',
    title: 'Blocked PCs',
    severity: 'critical',
    href: '/computers?verdict=blocked',
    needs: 'endpoints.view',
    count: (reader) => verdictCount.get(reader, { verdict: 'blocked', at: reader.at })!.n,
  },
  {
    key: 'pcsdegraded',
    title: 'Degraded PCs',
    href: '/computers?verdict=degraded',
    needs: 'endpoints.view',
    count: (reader) => verdictCount.get(reader, { verdict: 'degraded', at: reader.at })!.n,
  },
  {
    key: 'pcsoffline',
    topic: 'failed',
    title: 'Offline PCs',
    href: '/computers?verdict=offline',
    needs: 'endpoints.view',
    count: (reader) => offlineCount.get(reader, { at: reader.at })!.n,
  },
  {
    key: 'pcsasking',
    title: 'Pending enrollment requests',
    href: '/endpoints/enrollment',
    needs: 'admin',
    count: (reader) => pendingCount.get(reader)!.n,
  },
  {
    key: 'commandsfailed',
    title: 'Recently failed commands',
    topic: 'failed',
    threshold: { title: 'Days since the failure', default: 1, min: 1, max: 90 },
    href: (days, today) => `/endpoints/commands?state=failed&finishedsince=${addDays(today, -days)}`,
    needs: 'endpoints.view',
    count: (reader, _host, days) =>
      failedCommandCount.get(reader, { since: addDays(reader.today, -days) })!.n,
  },
  {
    key: 'commandsrunning',
    title: 'Running commands',
    severity: 'info',
    topic: 'running',
    href: '/endpoints/commands?state=pending',
    needs: 'endpoints.view',
    count: (reader) => commandCount.get(reader, { state: 'pending' })!.n,
  },
  {
    key: 'commandswaiting',
    title: 'Waiting commands',
    severity: 'info',
    topic: 'running',
    href: '/endpoints/commands?state=queued',
    needs: 'endpoints.view',
    count: (reader) => commandCount.get(reader, { state: 'queued' })!.n,
  },
  {
    key: 'upgradesrunning',
    title: 'Agent upgrades in progress',
    severity: 'info',
    topic: 'running',
    href: '/endpoints/migration',
    needs: 'endpoints.agentupdate',
    count: (reader) => openUpgradeCount.get(reader)!.n,
  },
];
