import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../src/kit/version.ts';
import {
  createFirstAdmin,
  createScratchDirectory,
  PASSWORD,
  post,
  readJsonResponse,
} from '../faults/process.ts';
import { prepareExecutable } from '../support/executable.ts';
import { HANG_MS } from '../support/hang.ts';
import { eventually } from '../support/receivers.ts';
import { step } from '../support/step.ts';
import { makePackages, mayInstall, runOrFail, runToEnd } from './make-packages.ts';
import { type Service, startUnit } from './unit.ts';

setDefaultTimeout(120_000);

const OLDER = '0.1.9';
const DATA = '/var/lib/millwright';
const KEPT = '/var/backups/millwright';
const SETTINGS = '/etc/millwright/millwright.env';
const UNIT = '/usr/lib/systemd/system/millwright.service';
const AGENT = '/opt/millwright-agent/millwright';
const trusting = { tls: { rejectUnauthorized: false } };

const isRun = mayInstall();
const folders = { now: createScratchDirectory('package'), older: createScratchDirectory('package-older') };
let now: [string, string];
let older: [string, string];
let service: Service | undefined;
const hadBackups = existsSync(KEPT);
const keptBefore: readonly string[] = hadBackups ? readdirSync(KEPT) : [];

const startService = async (): Promise<Service> => {
  // A service that a failed test left running.
  await service?.stop();
  service = await startUnit(UNIT);
  return service;
};
const stopService = async () => {
  expect(await service?.stop()).toBe(0);
  service = undefined;
};
const listKept = () =>
  existsSync(KEPT)
    ? readdirSync(KEPT)
        .sort()
        .filter((name) => !keptBefore.includes(name))
    : [];

beforeAll(() => {
  if (!isRun) return;
  prepareExecutable();
  now = makePackages(folders.now, 'deb');
  older = makePackages(folders.older, 'deb', '--version', OLDER);
});

afterAll(async () => {
  if (!isRun) return;
  await service?.stop();
  runOrFail('dpkg', '--purge', 'millwright', 'millwright-agent');
  // A filtered run may have installed nothing.
  if (runToEnd('id', 'millwright').code === 0) runOrFail('userdel', 'millwright');
  for (const name of listKept()) runOrFail('rm', join(KEPT, name));
  // The folder is empty, or missing if nothing was purged.
  if (!hadBackups) runToEnd('rmdir', KEPT);
});

async function installOlder(): Promise<void> {
  expect(runOrFail('dpkg', '-i', older[0])).toContain('"millwright serve" starts it as the user millwright.');
  expect(runOrFail('stat', '-c', '%U:%G %a', DATA).trim()).toBe('millwright:millwright 700');
  expect(runOrFail('millwright', 'version').trim()).toBe(`millwright ${OLDER}`);
  // Changes settings of the service, which an upgrade must not overwrite.
  appendFileSync(SETTINGS, 'MILLWRIGHT_HOST=127.0.0.1\nMILLWRIGHT_PORT=0\n');
}

async function serveAndBackUp(): Promise<void> {
  const { url } = await startService();
  expect((await fetch(url, trusting)).status).toBe(200);
  const headers = await createFirstAdmin(url);
  await post(url, '/api/vendors', headers, { vendor: 'Kept Tools' });
  const { backupid } = (await readJsonResponse(await post(url, '/api/backups', headers, {}))).data;
  const readVerified = async () => {
    const { data } = await readJsonResponse(
      await fetch(`${url}/api/backups/${backupid}`, { headers, ...trusting }),
    );
    return data.state === 'failed' ? data.error : data.verified;
  };
  await eventually(async () => (await readVerified()) !== null, 'the backup is verified');
  expect(await readVerified()).toBe(true);
  await stopService();
}

async function upgrade(): Promise<void> {
  runOrFail('dpkg', '-i', now[0]);
  expect(runOrFail('millwright', 'version').trim()).toBe(`millwright ${version}`);
  expect(readFileSync(SETTINGS, 'utf8')).toEndWith('MILLWRIGHT_PORT=0\n');
  const { url } = await startService();
  const login = await post(
    url,
    '/api/auth/login',
    { 'content-type': 'application/json' },
    { username: 'admin', password: PASSWORD },
  );
  const headers = { authorization: `Bearer ${(await readJsonResponse(login)).data.access_token}` };
  const { data } = await readJsonResponse(
    await fetch(`${url}/api/vendors?search=Kept`, { headers, ...trusting }),
  );
  expect(data).toMatchObject([{ vendor: 'Kept Tools' }]);
  await stopService();
}

async function runCommandsAsRoot(): Promise<void> {
  const looked = runOrFail('millwright', 'doctor');
  expect(looked).toContain(`data in ${DATA}
`);
  expect(looked).toMatch(/SHA-256 fingerprint: [0-9a-f]{64}/);
  expect(runOrFail('millwright', 'migrate')).toBe('The database is up to date.\n');
  expect(runOrFail('millwright', 'reset-password', 'admin')).toStartWith('New password of admin: ');
  expect(runOrFail('find', DATA, '!', '-user', 'millwright')).toBe('');
}

async function removeAndInstallAgain(): Promise<void> {
  expect(runOrFail('dpkg', '--remove', 'millwright')).toContain(`the data stay in ${DATA}.`);
  expect(existsSync(join(DATA, 'millwright.db'))).toBe(true);
  runOrFail('dpkg', '-i', now[0]);
  const { url } = await startService();
  const refused = await post(
    url,
    '/api/setup/create-admin',
    { 'content-type': 'application/json' },
    { username: 'second', password: PASSWORD, email: 'second@plant.example' },
  );
  expect([refused.status, (await readJsonResponse(refused)).data.error.code]).toEqual([403, 'SETUP_DONE']);
  await stopService();
}

async function purgeKeepingBackup(): Promise<void> {
  const output = runOrFail('dpkg', '--purge', 'millwright');
  const [name = ''] = listKept();
  expect(output).toContain(`saved the backup ${KEPT}/${name} (the newest verified one).`);
  expect(output).toContain(`the data in ${DATA} were removed.`);
  expect(listKept()).toEqual([name, `${name}.json`]);
  expect([name, existsSync(DATA), statSync(KEPT).mode & 0o777]).toEqual([
    expect.stringMatching(/^millwright-.*\.tar\.zst$/),
    false,
    0o700,
  ]);
  const archive = Bun.zstdDecompressSync(readFileSync(join(KEPT, name)));
  expect(archive.includes('millwright.db')).toBe(true);
}

async function beginAnewAndPurge(): Promise<void> {
  runOrFail('dpkg', '-i', now[0]);
  appendFileSync(SETTINGS, 'MILLWRIGHT_HOST=127.0.0.1\nMILLWRIGHT_PORT=0\n');
  const { url } = await startService();
  expect(await createFirstAdmin(url)).toHaveProperty('authorization');
  await stopService();
  expect(runOrFail('dpkg', '--purge', 'millwright')).toContain('the data are deleted without one.');
  expect(existsSync(DATA)).toBe(false);
}

test.if(isRun)(
  'the server package installs, serves, upgrades, is removed, reinstalled and purged',
  async () => {
    await step('Install the package and print the next steps without systemd', installOlder);
    await step('Serve over TLS and verify a backup', serveAndBackUp);
    await step('Upgrade in place and keep data, settings and owners', upgrade);
    await step('Run commands as root without creating files of root', runCommandsAsRoot);
    await step('Remove the package, keep the data and install again', removeAndInstallAgain);
    await step('Purge the data and keep the verified backup', purgeKeepingBackup);
    await step('Install from scratch and purge without a backup', beginAnewAndPurge);
  },
  7 * HANG_MS,
);

test.if(isRun)('the agent package installs its program and never replaces a newer one', () => {
  expect(runOrFail('dpkg', '-i', older[1])).toContain(`${AGENT} agent install --server`);
  expect(runOrFail(AGENT, 'version')).toBe(`millwright ${OLDER}\n`);
  // The program that a trial would return to.
  writeFileSync(`${AGENT}.previous`, 'older still');
  runOrFail('dpkg', '-i', now[1]);
  expect(runOrFail(AGENT, 'version')).toBe(`millwright ${version}\n`);
  expect(readdirSync('/opt/millwright-agent')).toEqual(['millwright']);
  expect(runOrFail('dpkg', '-i', '--force-downgrade', older[1])).toContain(
    `The agent of this PC has the newer version ${version}. It was not changed.`,
  );
  expect(runOrFail(AGENT, 'version')).toBe(`millwright ${version}\n`);
  runOrFail('dpkg', '--remove', 'millwright-agent');
  expect(existsSync('/opt/millwright-agent')).toBe(false);
});
