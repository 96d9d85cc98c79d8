import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFirstAdmin } from '../faults/process.ts';
import { mountTmpfs } from '../support/tmpfs.ts';
import { checkAgain, createCount, type InjectedFault, startInstance } from './fault.ts';
import { VendorWriters } from './vendor-writers.ts';

const DISK_MB = 64;
const MAX_LEFT_BYTES = 400_000;
const WRITES = 20_000;

/** Leaves a random number of free bytes on the data disk, and writes until the appliance refuses. */
export const fillDiskAtRandom: InjectedFault = {
  title: 'disk full at a random byte count',
  async run(context) {
    const { times, random, program } = context;
    const count = createCount();
    while (count.hits < times) {
      const disk = mountTmpfs(DISK_MB);
      try {
        const data = join(disk.path, 'data');
        const ballast = join(disk.path, 'ballast');
        mkdirSync(data);
        const appliance = await startInstance(program, data, '--no-tls');
        const headers = await createFirstAdmin(appliance.url);
        const { bavail, bsize } = statfsSync(disk.path);
        writeFileSync(
          ballast,
          Buffer.alloc(Math.max(0, bavail * bsize - Math.floor(random() * MAX_LEFT_BYTES))),
        );
        const writers = new VendorWriters(appliance, headers, 'Vendor');
        await writers.write(WRITES);
        count[writers.refusal === undefined ? 'misses' : 'hits']++;
        if (writers.refusal !== undefined && writers.refusal !== 'STORAGE_FULL')
          count.failures.push(`refused with ${writers.refusal}`);
        await appliance.kill();
        rmSync(ballast);
        await checkAgain(context, { data, count }, (again) => writers.findLost(again));
      } finally {
        disk.unmount();
      }
    }
    return count;
  },
};
