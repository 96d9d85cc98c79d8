import { getInstantDaysAgo } from '../../kit/clock.ts';
import type { Host } from '../../kit/host.ts';
import { deleteDryRunsBefore, deleteImportsBefore } from './queries.ts';

const DRYRUN_DAYS = 7;

/** Deletes dry runs after a week, and all imports after the days in the settings, where 0 is no limit. */
export function deleteExpiredImports(host: Host): void {
  const days = host.settings.integer('import_days');
  host.db.writeUnaudited((tx) => {
    deleteDryRunsBefore.run(tx, { before: getInstantDaysAgo(host.clock, DRYRUN_DAYS) });
    if (days > 0) deleteImportsBefore.run(tx, { before: getInstantDaysAgo(host.clock, days) });
  });
}
