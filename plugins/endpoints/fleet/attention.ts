import type { AttentionRule } from '../../../src/kit/attention.ts';
import { pendingCount } from '../enrollment/queries.ts';
import type { permissions } from '../manifest.ts';
import { offlineCount, verdictCount } from './queries.ts';

/** Attention rules of the fleet. Each links to the list of the PCs or requests that it counts. */
export const fleetAttention: readonly AttentionRule<keyof typeof permissions>[] = [
  {
    key: 'pcsblocked',
    title: 'Blocked PCs',
    severity: 'critical',
    href: '/endpoints?verdict=blocked',
    needs: 'endpoints.view',
    count: (reader) => verdictCount.get(reader, { verdict: 'blocked', at: reader.at })!.n,
  },
  {
    key: 'pcsdegraded',
    title: 'Degraded PCs',
    href: '/endpoints?verdict=degraded',
    needs: 'endpoints.view',
    count: (reader) => verdictCount.get(reader, { verdict: 'degraded', at: reader.at })!.n,
  },
  {
    key: 'pcsoffline',
    title: 'Offline PCs',
    href: '/endpoints?verdict=offline',
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
];
