import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonResponse } from '../faults/process.ts';
import { eventually } from '../support/receivers.ts';
import { OLD, putOldData } from '../upgrades/old-data.ts';
import { checkAgain, createCount, type FaultContext, type InjectedFault } from './fault.ts';

/** Approximate duration in milliseconds of a migration of the data of 0.1.0. */
const LATEST_MS = 120;

/** Returns the names of the working files of an upgrade. */
const workFiles = (data: string): string[] =>
  readdirSync(data).filter((name) => /^millwright\.db\.(migrating|migrated|before)/.test(name));

/** Kills the appliance at a random moment after its upgrade of the data of 0.1.0 has started to write. */
export const killInUpgrade: InjectedFault = {
  title: 'kill -9 while data of 0.1.0 are upgraded',
  async run(context) {
    const { times, folder } = context;
    const count = createCount();
    for (let round = 0; count.hits < times; round++) {
      const place = join(folder, `upgrade-${round}`);
      mkdirSync(place);
      const data = putOldData(place);
      await killInMigration(context, data);
      count[workFiles(data).length > 0 ? 'hits' : 'misses']++;
      await checkAgain(context, { data, count }, async ({ url }) => {
        const { total } = (
          await readJsonResponse(await fetch(`${url}/api/assets?per_page=1&include_retired=true`))
        ).meta.pagination;
        const left = workFiles(data);
        if (left.length > 0) return `left behind: ${left.join(', ')}`;
        return total > OLD.assets - 20 && total <= OLD.assets
          ? undefined
          : `assets after the upgrade: ${total}`;
      });
      rmSync(place, { recursive: true });
    }
    return count;
  },
};

async function killInMigration({ program, random }: FaultContext, data: string): Promise<void> {
  const flags = ['serve', '--data', data, '--host', '127.0.0.1', '--port', '0', '--no-tls'];
  const child = Bun.spawn([program, ...flags], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' });
  await eventually(() => workFiles(data).length > 0 || child.exitCode !== null, 'the upgrade to start', 1);
  await Bun.sleep(random() * LATEST_MS);
  child.kill('SIGKILL');
  await child.exited;
}
