import { forEachConcurrently } from './concurrency.ts';
import { LANES } from './load-assets.ts';
import { computeDayFromNow, isToBeFilled, type PaperGround, someOf } from './load-paper-ground.ts';
import { createRandom } from './random.ts';

const METHODS = ['Program export', 'Disk image', 'Control backup to a stick'];
const PLACES = ['NAS 2, folder controls', 'Safe of maintenance', 'Backup server'];
const PEOPLE = ['A. Weber', 'J. Novak', 'M. Silva'];
const MAX_BACKUPS = 60;

/**
 * Creates two backups for each of the first machines. For about a fifth of them, the newer backup is overdue.
 * Does nothing when there are backups already or the plugin is disabled.
 */
export async function loadBackups(ground: PaperGround): Promise<void> {
  const { api, seed } = ground;
  if (!(await isToBeFilled(api, '/api/backups/assets'))) return;
  await forEachConcurrently(someOf(ground, 'Machine', MAX_BACKUPS), LANES, async (assetid) => {
    const random = createRandom(seed, 'backup', assetid);
    const intervaldays = random.pick([30, 90, 180]);
    const last = random.chance(0.8) ? random.whole(0, intervaldays) : intervaldays + random.whole(1, 40);
    for (const days of [last + intervaldays, last])
      await api.post('/api/backups/assets', {
        assetid,
        backupdate: computeDayFromNow(-days),
        method: random.pick(METHODS),
        storagelocation: random.pick(PLACES),
        performedby: random.pick(PEOPLE),
        isverified: random.chance(0.5),
        intervaldays,
      });
  });
}
