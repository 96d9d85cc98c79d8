import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFirstAdmin } from '../faults/process.ts';
import { checkAgain, createCount, type InjectedFault, startInstance } from './fault.ts';
import { VendorWriters } from './vendor-writers.ts';

/** Number of kills before new data is used. The data grows, and each check reads all of it. */
const KILLS_EACH = 20;
const LATEST_MS = 250;

/** Kills the appliance at a random moment while eight writers create vendors. */
export const killUnderWrites: InjectedFault = {
  title: 'kill -9 while records are written',
  async run(context) {
    const { times, random, program, folder } = context;
    const count = createCount();
    for (let round = 0; count.hits < times; round++) {
      const data = join(folder, `writes-${round}`);
      mkdirSync(data);
      const first = await startInstance(program, data, '--no-tls');
      const headers = await createFirstAdmin(first.url);
      await first.stop();
      for (let kill = 0; kill < KILLS_EACH && count.hits < times; kill++) {
        const appliance = await startInstance(program, data, '--no-tls');
        const writers = new VendorWriters(appliance, headers, `Vendor ${round}-${kill}`);
        const ended = writers.write();
        await Bun.sleep(random() * LATEST_MS);
        const isHit = writers.underWay > 0;
        await appliance.kill();
        await ended;
        count[isHit ? 'hits' : 'misses']++;
        await checkAgain(context, { data, count }, (again) => writers.findLost(again));
      }
      rmSync(data, { recursive: true });
    }
    return count;
  },
};
