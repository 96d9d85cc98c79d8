import type { Host } from '../../kit/host.ts';
import type { LiveState } from '../../kit/support/job.ts';
import { readApplianceState } from '../appliance/index.ts';
import { collectMetrics, formatExposition } from '../metrics/index.ts';

/**
 * Returns the metrics, the appliance state, the jobs, the plugin errors and the running features, as of now,
 * for a support bundle. Nothing is redacted.
 */
export async function readLiveState(host: Host): Promise<LiveState> {
  return {
    figures: formatExposition(await collectMetrics(host)),
    appliance: readApplianceState(host),
    jobs: host.scheduler.listStates(),
    faults: host.pluginErrors.all(),
    running: host.contributions.running.map(({ id }) => id),
  };
}
