import { getInstantDaysAgo } from '../../kit/clock.ts';
import type { Tx } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { deleteDryRunsBefore, deleteImportsBefore, rejectsBefore, setRejects } from './queries.ts';
import { dropUnmappedCells } from './rejected-rows.ts';

/** The time for which all cells of a file stay, so that its user can correct rejected rows. */
const CELL_DAYS = 7;

/**
 * Deletes dry runs after a week, and all imports after the days in the settings, where 0 is no limit. After a
 * week, imports keep no cells of columns that they did not use.
 */
export function deleteExpiredImports(host: Host): void {
  const days = host.settings.integer('import_days');
  const week = getInstantDaysAgo(host.clock, CELL_DAYS);
  host.db.writeUnaudited((tx) => {
    deleteDryRunsBefore.run(tx, { before: week });
    if (days > 0) deleteImportsBefore.run(tx, { before: getInstantDaysAgo(host.clock, days) });
    deleteUnmappedCells(tx, week);
  });
}

function deleteUnmappedCells(tx: Tx, before: string): void {
  for (const stored of rejectsBefore.all(tx, { before })) {
    const reduced = dropUnmappedCells(stored);
    if (reduced) setRejects.run(tx, { importid: stored.importid, ...reduced });
  }
}
