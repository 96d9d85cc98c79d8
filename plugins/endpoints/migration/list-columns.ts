import { createComputedColumns } from '../../../src/kit/list/computed-list.ts';
import { PLATFORMS } from '../packages/platforms.ts';

/** The columns of the list of PCs with their readiness. The blockers depend on the current builds and pins. */
export const readinessColumns = createComputedColumns({
  sort: 'hostname',
  columns: {
    assetid: { kind: 'ref' },
    hostname: { kind: 'text', isOrdered: true },
    agentversion: { kind: 'text' },
    targetversion: { kind: 'text' },
    platform: { kind: 'choice', options: PLATFORMS },
    ready: { kind: 'boolean' },
    blockers: { kind: 'json' },
  },
});
