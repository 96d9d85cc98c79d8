import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Appliance } from '../browser/harness.ts';
import { createFirstAdmin, post, readJsonResponse } from '../faults/process.ts';
import { eventually } from '../support/receivers.ts';
import { checkAgain, createCount, type FaultContext, type InjectedFault, startInstance } from './fault.ts';

/** Approximate duration in milliseconds of a restore of the small data of this fault. */
const LATEST_MS = 250;
const RESTORES_EACH = 10;

const listStaged = (data: string): string[] => readdirSync(data).filter((name) => name.startsWith('.restor'));

/**
 * Kills the appliance at a random moment of a restore. The data must then be those before the restore or
 * those of the backup.
 */
export const killInRestore: InjectedFault = {
  title: 'kill -9 while a backup is restored',
  async run(context) {
    const { times, program, folder } = context;
    const count = createCount();
    for (let round = 0; count.hits < times; round++) {
      const data = join(folder, `restore-${round}`);
      mkdirSync(data);
      const first = await startInstance(program, data, '--no-tls');
      const headers = await createFirstAdmin(first.url);
      const backup = await makeBackup(first, headers);
      await post(first.url, '/api/vendors', headers, { vendor: 'Later' });
      await first.stop();
      for (let kill = 0; kill < RESTORES_EACH && count.hits < times; kill++) {
        await killWhileRestoring(context, { data, headers, backup });
        count[listStaged(data).length > 0 ? 'hits' : 'misses']++;
        await checkAgain(context, { data, count }, (again) => findMixture(again, data));
      }
      rmSync(data, { recursive: true });
    }
    return count;
  },
};

interface Backup {
  backupid: number;
  filename: string;
}

async function makeBackup({ url }: Appliance, headers: Record<string, string>): Promise<Backup> {
  await post(url, '/api/vendors', headers, { vendor: 'Earlier' });
  const { data } = await readJsonResponse(await post(url, '/api/backups', headers, {}));
  await eventually(async () => {
    const now = await readJsonResponse(await fetch(`${url}/api/backups/${data.backupid}`, { headers }));
    return now.data.state === 'done';
  }, 'the backup');
  return data;
}

async function killWhileRestoring(
  { program, random }: FaultContext,
  { data, headers, backup }: { data: string; headers: Record<string, string>; backup: Backup },
): Promise<void> {
  const appliance = await startInstance(program, data, '--no-tls');
  const signedIn = await signInAgain(appliance, headers);
  const restore = () =>
    post(appliance.url, `/api/backups/${backup.backupid}/restore`, signedIn, {
      confirm: backup.filename,
    }).then(
      ({ status }) => status !== 409,
      // The process was killed before the response.
      () => true,
    );
  // The server responds with 409 while the previous data of an earlier restore is still being packed.
  void eventually(restore, 'the restore to be accepted');
  await eventually(() => listStaged(data).length > 0, 'the restore to start', 1);
  await Bun.sleep(random() * LATEST_MS);
  await appliance.kill();
}

/** Signs in again, because a restore that finished before the kill has ended the sessions. */
async function signInAgain({ url }: Appliance, headers: Record<string, string>) {
  const { authorization: _, ...plain } = headers;
  const login = await post(url, '/api/auth/login', plain, { username: 'admin', password: 'correct horse' });
  return { ...plain, authorization: `Bearer ${(await readJsonResponse(login)).data.access_token}` };
}

/**
 * Returns an error when the data lacks the earlier vendor, which both states contain, or when files of the
 * restore remain.
 */
async function findMixture({ url }: Appliance, data: string): Promise<string | undefined> {
  const { data: rows } = await readJsonResponse(await fetch(`${url}/api/vendors?search=Earlier`));
  if (rows.length !== 1) return 'the vendor of the backup is missing';
  const left = listStaged(data);
  return left.length === 0 ? undefined : `left behind: ${left.join(', ')}`;
}
