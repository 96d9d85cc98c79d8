import type { Host } from '../../kit/host.ts';
import type { LiveState } from '../../kit/support/job.ts';
import { readApplianceState } from '../appliance/index.ts';
import { collectMetrics, formatExposition } from '../metrics/index.ts';

/** Returns the current state that only the running appliance knows. */
export async function readLiveState(host: Host): Promise<LiveState> {
  return {
    figures: formatExposition(await collectMetrics(host)),
    appliance: readApplianceState(host),
    jobs: host.scheduler.listStates(),
    faults: host.pluginErrors.all(),
    running: host.contributions.running.map(({ id }) => id),
  };
}
