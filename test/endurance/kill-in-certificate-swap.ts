import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFirstAdmin, post } from '../faults/process.ts';
import { checkAgain, createCount, type InjectedFault, startInstance } from './fault.ts';

const LATEST_MS = 60;
const NAMES = { commonname: 'plant-server', sans: ['localhost', '127.0.0.1'] };

/** Kills the appliance while it creates and activates a new certificate. */
export const killInCertificateSwap: InjectedFault = {
  title: 'kill -9 while the certificate is replaced',
  async run(context) {
    const { times, random, program, folder } = context;
    const count = createCount();
    const data = join(folder, 'certificate');
    mkdirSync(data);
    let appliance = await startInstance(program, data);
    const headers = await createFirstAdmin(appliance.url);
    while (count.hits < times) {
      let isAnswered = false;
      const swap = post(appliance.url, '/api/endpoints/settings/server-cert/generate', headers, NAMES)
        .then(() => {
          isAnswered = true;
        })
        .catch(() => undefined);
      await Bun.sleep(random() * LATEST_MS);
      count[isAnswered ? 'misses' : 'hits']++;
      await appliance.kill();
      await swap;
      await checkAgain(context, { data, count, flags: [] }, async ({ url }) => {
        const { status } = await fetch(`${url}/api/dashboard/health`, { tls: { rejectUnauthorized: false } });
        return status === 200 ? undefined : `health over TLS: ${status}`;
      });
      appliance = await startInstance(program, data);
    }
    await appliance.stop();
    rmSync(data, { recursive: true });
    return count;
  },
};
