import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { startAppliance } from '../browser/harness.ts';
import { hasPrograms } from '../clients/project.ts';
import { createFirstAdmin, post, readJsonResponse } from '../faults/process.ts';
import { prepareExecutable } from '../support/executable.ts';
import { HANG_MS } from '../support/hang.ts';
import { prepareNodeBundle } from '../support/node-bundle.ts';
import { type OpenSsh, startOpenSsh } from './servers/openssh.ts';
import { type S3Store, startS3 } from './servers/s3rver.ts';

setDefaultTimeout(HANG_MS);

const hasSshd = hasPrograms('sshd', 'ssh-keygen');
let ssh: OpenSsh;
let s3: S3Store;
beforeAll(async () => {
  if (hasSshd) ssh = await startOpenSsh();
  s3 = await startS3('plant');
});
afterAll(async () => {
  await ssh?.stop();
  await s3.stop();
});

const PROGRAMS: [string, () => Promise<string[]>][] = [
  ['the executable', async () => [prepareExecutable()]],
  ['the bundle for Node.js', prepareNodeBundle],
];

test.if(hasSshd).each(PROGRAMS)('%s copies a backup to OpenSSH and to an S3 store', async (_name, make) => {
  const appliance = await startAppliance({ args: ['--no-tls'], program: await make() });
  const { url } = appliance;
  const headers = await createFirstAdmin(url);
  const send = async (path: string, body: unknown) =>
    (await readJsonResponse(await post(url, path, headers, body))).data;
  await fetch(`${url}/api/settings/backup_passphrase`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ value: 'twelve storks in a moor' }),
  });
  const sftp = {
    target: `${ssh.address}${ssh.store}#${ssh.hostkey}`,
    secret: { privatekey: ssh.privatekey },
  };
  const storage = {
    target: `s3://plant?endpoint=${s3.endpoint}`,
    secret: { accesskeyid: 'S3RVER', secretaccesskey: 'S3RVER' },
  };
  for (const target of [sftp, storage]) {
    expect(await send('/api/backups/targets/test', target)).toMatchObject({ ok: true, problem: null });
    await send('/api/backups/targets', target);
  }
  const done = await send('/api/jobs/backups.scheduled/run', undefined);
  expect([done.lastresult, done.lasterror]).toEqual(['ok', null]);
  const listed = await (await fetch(`${url}/api/backups/targets`, { headers })).json();
  expect(listed.data.map(({ state }: { state: string }) => state)).toEqual(['done', 'done']);
  expect(readdirSync(ssh.store)).toContain(listed.data[0].lastbackup);
  expect([await appliance.stop(), appliance.stderr()]).toEqual([0, '']);
});
