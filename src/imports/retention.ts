import type { Host } from '../host.ts';

const DAY_MS = 86_400_000;
const DRYRUN_DAYS = 7;

/** Forgets dry runs after a week, and committed imports after what the settings say. */
export function forgetImports(host: Host): void {
  const before = (days: number) => new Date(host.clock.now().getTime() - days * DAY_MS).toISOString();
  const days = host.settings.integer('import_days');
  host.db.chatter((tx) => {
    tx.run('DELETE FROM imports WHERE dryrun = 1 AND createddate < ?', before(DRYRUN_DAYS));
    if (days > 0) tx.run('DELETE FROM imports WHERE createddate < ?', before(days));
  });
}
