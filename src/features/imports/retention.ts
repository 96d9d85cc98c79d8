import { daysAgo } from '../../kit/clock.ts';
import type { Host } from '../../kit/host.ts';

const DRYRUN_DAYS = 7;

/** Forgets dry runs after a week, and committed imports after what the settings say. */
export function forgetImports(host: Host): void {
  const days = host.settings.integer('import_days');
  host.db.chatter((tx) => {
    tx.run('DELETE FROM imports WHERE dryrun = 1 AND createddate < ?', daysAgo(host.clock, DRYRUN_DAYS));
    if (days > 0) tx.run('DELETE FROM imports WHERE createddate < ?', daysAgo(host.clock, days));
  });
}
