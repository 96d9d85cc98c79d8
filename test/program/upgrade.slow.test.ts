import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { runtime } from '#runtime';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { createFirstAdmin, createScratchDirectory, post, readJsonResponse } from '../faults/process.ts';
import { changeBehindGuards } from '../restore/archives.ts';
import { eventually } from '../support/receivers.ts';
import { OLD, putOldData, readDataState } from '../upgrades/old-data.ts';
import { buildProgram, signatureOf, signFile } from './builds.ts';

setDefaultTimeout(240_000);

const scratch = createScratchDirectory('upgrade');
const insecure = { tls: { rejectUnauthorized: false } };
let builds: Record<'current' | 'newer' | 'older', string>;
let folder = '';
let program = '';
const running: Appliance[] = [];

beforeAll(() => {
  builds = { current: buildProgram('5.0.0'), newer: buildProgram('5.0.1'), older: buildProgram('4.9.9') };
});
afterAll(() => {
  for (const build of Object.values(builds ?? {})) rmSync(dirname(build), { recursive: true, force: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(scratch, 'case-'));
  program = join(folder, 'millwright');
  copyFileSync(builds.current, program);
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});

async function start(options: Parameters<typeof startAppliance>[0] = {}): Promise<Appliance> {
  const appliance = await startAppliance({ program: [program], ...options });
  running.push(appliance);
  return appliance;
}

/** Returns a signed copy of a build in a separate folder. */
function signBuild(build: string): string {
  const file = join(mkdtempSync(join(folder, 'download-')), 'millwright-new');
  copyFileSync(build, file);
  signFile(file);
  return file;
}

/** Returns a shell script that reports the version of a newer program. */
function createScript(serve: string): string {
  const file = join(mkdtempSync(join(folder, 'script-')), 'millwright-new');
  const build = JSON.stringify({ version: '5.0.1', platform: process.platform, arch: process.arch });
  writeFileSync(file, `#!/bin/sh\nif [ "$1" = version ]; then echo '${build}'; exit 0; fi\n${serve}\n`, {
    mode: 0o755,
  });
  signFile(file);
  return file;
}

const run = (...args: string[]) => runWith({}, ...args);

async function runWith(env: Record<string, string>, ...args: string[]) {
  const child = Bun.spawn([program, ...args], {
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, code };
}

const versionOf = async (url: string, headers: Record<string, string>): Promise<string> =>
  (await readJsonResponse(await fetch(`${url}/api/appliance`, { headers, ...insecure }))).data.version;

async function upload(url: string, headers: Record<string, string>, file: string, signature?: string) {
  const query = signature === undefined ? '' : `?signature=${encodeURIComponent(signature)}`;
  return fetch(`${url}/api/upgrade${query}`, {
    method: 'POST',
    headers: { authorization: headers.authorization!, 'content-type': 'application/octet-stream' },
    body: readFileSync(file),
    ...insecure,
  });
}

const upgradeOf = async (url: string, headers: Record<string, string>) =>
  (await readJsonResponse(await fetch(`${url}/api/upgrade`, { headers, ...insecure }))).data;

/** Waits until the upgrade has this state. The appliance is down meanwhile. */
const untilState = (url: string, headers: Record<string, string>, state: string) =>
  eventually(
    () =>
      upgradeOf(url, headers).then(
        ({ last }) => last?.state === state,
        () => false,
      ),
    `the upgrade to be ${state}`,
  );

/** Waits until the appliance is down for the trial of the new program. */
const untilAway = (url: string) =>
  eventually(
    () =>
      fetch(`${url}/api/dashboard/health`, insecure).then(
        ({ ok }) => !ok,
        () => true,
      ),
    'the trial',
  );

async function actionsOf(url: string, headers: Record<string, string>): Promise<string[]> {
  const rows = await readJsonResponse(
    await fetch(`${url}/api/auditlogs?search=appliance.upgrade&per_page=50`, { headers, ...insecure }),
  );
  return rows.data
    .map(({ action }: { action: string }) => action)
    .filter((one: string) => one.startsWith('appliance.upgrade'));
}

test('a request upgrades a manually started process at the same address with the same data', async () => {
  const appliance = await start();
  const headers = await createFirstAdmin(appliance.url);
  await post(appliance.url, '/api/vendors', headers, { vendor: 'Kept' });
  const response = await upload(appliance.url, headers, builds.newer, signatureOf(builds.newer));
  expect([response.status, (await readJsonResponse(response)).data]).toEqual([202, { restarting: true }]);
  await untilState(appliance.url, headers, 'done');
  expect(await versionOf(appliance.url, headers)).toBe('5.0.1');
  expect(
    (await readJsonResponse(await fetch(`${appliance.url}/api/vendors?search=Kept`, insecure))).data,
  ).toHaveLength(1);
  expect(readFileSync(program).equals(readFileSync(builds.newer))).toBe(true);
  expect(readFileSync(`${program}.previous`).equals(readFileSync(builds.current))).toBe(true);
  expect(appliance.stdout()).toMatch(/runs as process \d+/);
  expect((await actionsOf(appliance.url, headers)).sort()).toEqual([
    'appliance.upgrade.begun',
    'appliance.upgrade.completed',
  ]);
  const child = Number(/runs as process (\d+)/.exec(appliance.stdout())![1]);
  expect(await appliance.stop()).toBe(0);
  expect(existsSync(`/proc/${child}`)).toBe(false);
  expect(existsSync(join(appliance.data, 'owner.json'))).toBe(false);
});

test('the child of an upgraded process ends with its parent, and the data can be served again', async () => {
  const appliance = await start();
  const headers = await createFirstAdmin(appliance.url);
  await upload(appliance.url, headers, builds.newer, signatureOf(builds.newer));
  await untilState(appliance.url, headers, 'done');
  await appliance.kill();
  await eventually(() => !existsSync(join(appliance.data, 'owner.json')), 'the child to end');
  const again = await start({ data: appliance.data });
  expect(await versionOf(again.url, headers)).toBe('5.0.1');
});

test('a service process exits with 75, and the service starts the new program', async () => {
  const appliance = await start({ env: { INVOCATION_ID: 'unit' } });
  const headers = await createFirstAdmin(appliance.url);
  await upload(appliance.url, headers, builds.newer, signatureOf(builds.newer));
  expect(await appliance.exited).toBe(75);
  const again = await start({ data: appliance.data });
  await untilState(again.url, headers, 'done');
  expect(await versionOf(again.url, headers)).toBe('5.0.1');
});

test('the command upgrades the serving process twice in a row', async () => {
  const appliance = await start();
  const headers = await createFirstAdmin(appliance.url);
  for (const build of [builds.newer, builds.newer]) {
    const ended = await run('upgrade', signBuild(build), '--data', appliance.data);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(ended.stdout).toContain(`Version 5.0.1 now serves ${appliance.data}.`);
    expect(await versionOf(appliance.url, headers)).toBe('5.0.1');
  }
  expect(await appliance.stop()).toBe(0);
});

test('the command upgrades the program over idle data, which the next start migrates', async () => {
  const data = putOldData(scratch);
  const ended = await run('upgrade', signBuild(builds.newer), '--data', data);
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  expect(ended.stdout).toContain(`Version 5.0.1 is installed for ${data}. Start it as usual.`);
  expect(readDataState(data, scratch)).toBe('before');
  const appliance = await start({ data });
  expect(readDataState(data, scratch)).toBe('after');
  const assets = await readJsonResponse(await fetch(`${appliance.url}/api/assets?per_page=1`, insecure));
  expect(assets.meta.pagination.total).toBeGreaterThan(OLD.assets - 20);
});

test('the command refuses an unsigned, foreign, altered, older or invalid program and changes nothing', async () => {
  const { data, stop } = await start();
  await stop();
  const unsigned = signBuild(builds.newer);
  rmSync(`${unsigned}.sig`);
  const foreign = signBuild(builds.newer);
  signFile(foreign, generateKeyPairSync('ed25519').privateKey);
  const altered = signBuild(builds.newer);
  writeFileSync(altered, Buffer.concat([readFileSync(altered), Buffer.from('x')]));
  const text = join(folder, 'text');
  writeFileSync(text, 'no program');
  signFile(text);
  const before = readFileSync(program);
  for (const [file, reason] of [
    [unsigned, 'The signature is missing.'],
    [foreign, 'The signature does not match the file.'],
    [altered, 'The signature does not match the file.'],
    [signBuild(builds.older), 'The file is version 4.9.9, which is older than 5.0.0'],
    [text, 'The file does not run on this appliance'],
    [join(folder, 'missing'), 'does not exist'],
  ] as const) {
    const ended = await run('upgrade', file, '--data', data);
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining(reason)]);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    expect(readFileSync(program).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.includes('.new-'))).toEqual([]);
  }
  expect((await run('upgrade', signBuild(builds.newer), '--data', join(folder, 'nowhere'))).code).toBe(1);
  for (const args of [['upgrade'], ['upgrade', 'a', 'b'], ['upgrade', 'a', '--dat', 'b']])
    expect((await run(...args)).code).toBe(2);
});

test('a request with a wrong signature or older program returns 400, and the server continues', async () => {
  const appliance = await start();
  const headers = await createFirstAdmin(appliance.url);
  const cases = [
    [builds.newer, undefined, 'signature'],
    [builds.newer, signatureOf(builds.older), 'signature'],
    [builds.newer, 'nonsense', 'signature'],
    [builds.older, signatureOf(builds.older), 'file'],
  ] as const;
  for (const [file, signature, field] of cases) {
    const response = await upload(appliance.url, headers, file, signature);
    const { error } = (await readJsonResponse(response)).data;
    expect([response.status, error.details.issues[0].path]).toEqual([400, field]);
  }
  expect(readdirSync(join(appliance.data, '.upgrade'))).toEqual([]);
  expect(await versionOf(appliance.url, headers)).toBe('5.0.0');
});

test('the previous program continues when the new one fails its trial, and the reason is logged', async () => {
  const appliance = await start();
  const headers = await createFirstAdmin(appliance.url);
  const broken = createScript('echo "millwright: Migration core/0099 failed." >&2; exit 1');
  expect((await upload(appliance.url, headers, broken, signatureOf(broken))).status).toBe(202);
  await untilState(appliance.url, headers, 'returned');
  const { last } = await upgradeOf(appliance.url, headers);
  expect(last.reason).toContain('Migration core/0099 failed. Version 5.0.0 continues with its data.');
  expect(await versionOf(appliance.url, headers)).toBe('5.0.0');
  expect((await actionsOf(appliance.url, headers)).sort()).toEqual([
    'appliance.upgrade.begun',
    'appliance.upgrade.failed',
  ]);
  const ended = await run('upgrade', broken, '--data', appliance.data);
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('Migration core/0099 failed.')]);
});

test('a new program without output for a minute is ended, and the previous one continues', async () => {
  const appliance = await start();
  const headers = await createFirstAdmin(appliance.url);
  const silent = createScript('sleep 3600');
  expect((await upload(appliance.url, headers, silent, signatureOf(silent))).status).toBe(202);
  await untilState(appliance.url, headers, 'returned');
  expect((await upgradeOf(appliance.url, headers)).last.reason).toContain('did not respond for 60 seconds');
  expect((await post(appliance.url, '/api/vendors', headers, { vendor: 'Afterwards' })).status).toBe(201);
});

test('an upgrade stops before any replacement when the audit log was changed', async () => {
  const appliance = await start();
  const headers = await createFirstAdmin(appliance.url);
  for (const vendor of ['One', 'Two', 'Three'])
    await post(appliance.url, '/api/vendors', headers, { vendor });
  await appliance.stop();
  const sqlite = runtime.openSqlite(join(appliance.data, 'millwright.db'));
  changeBehindGuards(sqlite, "UPDATE auditlogs SET username = 'somebody else' WHERE auditlogid = 2");
  sqlite.close();
  const ended = await run('upgrade', signBuild(builds.newer), '--data', appliance.data);
  expect([ended.code, ended.stdout]).toEqual([1, expect.stringContaining('row 2 was changed')]);
  expect(readFileSync(program).equals(readFileSync(builds.current))).toBe(true);
});

test('a packaged program is upgraded only by the command of its package', async () => {
  writeFileSync(join(folder, 'upgrade-command'), 'sudo apt install ./millwright.deb\n');
  const appliance = await start();
  const headers = await createFirstAdmin(appliance.url);
  const response = await upload(appliance.url, headers, builds.newer, signatureOf(builds.newer));
  expect([response.status, (await readJsonResponse(response)).data.error.message]).toEqual([
    409,
    expect.stringContaining('sudo apt install ./millwright.deb'),
  ]);
  const ended = await run('upgrade', signBuild(builds.newer), '--data', appliance.data);
  expect([ended.code, ended.stderr]).toEqual([
    1,
    expect.stringContaining('sudo apt install ./millwright.deb'),
  ]);
});

const NOBODY = 65534;

const openToOthers = (path: string) => chmodSync(path, (statSync(path).mode & 0o7777) | 0o055);

test.if(process.getuid?.() === 0)(
  'root upgrades the data of another user with the rights of that user',
  async () => {
    const data = putOldData(mkdtempSync(join(scratch, 'owned-')));
    const owned = Bun.spawnSync(['chown', '-R', `${NOBODY}:${NOBODY}`, dirname(data)]);
    expect(owned.exitCode).toBe(0);
    for (const path of [dirname(scratch), scratch, folder]) openToOthers(path);
    const seen = join(data, 'seen');
    const script = createScript(`id -u > ${seen}; exit 0`);
    const ended = await run('upgrade', script, '--data', data);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(readFileSync(seen, 'utf8').trim()).toBe(String(NOBODY));
    expect(statSync(program).uid).toBe(0);
    for (const name of ['.upgrade', '.upgrade/state.json', '.upgrade/previous/millwright.db', 'owner.lock'])
      expect([name, statSync(join(data, name)).uid]).toEqual([name, NOBODY]);
  },
);

test('the previous program and data return when the new program does not serve', async () => {
  const appliance = await start();
  const headers = await createFirstAdmin(appliance.url);
  const deaf = createScript('[ "$1" = trial ] && exit 0; exit 9');
  await upload(appliance.url, headers, deaf, signatureOf(deaf));
  await untilState(appliance.url, headers, 'returned');
  const { last } = await upgradeOf(appliance.url, headers);
  expect(last.reason).toContain('It exited with code 9. Version 5.0.0 continues with its data.');
  expect(await versionOf(appliance.url, headers)).toBe('5.0.0');
  expect(readFileSync(program).equals(readFileSync(builds.current))).toBe(true);
  expect((await post(appliance.url, '/api/vendors', headers, { vendor: 'Afterwards' })).status).toBe(201);
  expect(await appliance.stop()).toBe(0);
});

test('a service restores the previous program and data when the new one cannot open the data', async () => {
  const appliance = await start({ env: { INVOCATION_ID: 'unit' } });
  const headers = await createFirstAdmin(appliance.url);
  await post(appliance.url, '/api/vendors', headers, { vendor: 'Kept' });
  await upload(appliance.url, headers, builds.newer, signatureOf(builds.newer));
  expect(await appliance.exited).toBe(75);
  // The new program meets an error that did not exist during the trial.
  writeFileSync(join(appliance.data, 'plugins.json'), '{ damaged');
  const flags = ['serve', '--data', appliance.data, '--host', '127.0.0.1', '--port', '0'];
  expect((await run(...flags)).code).toBe(75);
  expect(readFileSync(program).equals(readFileSync(builds.current))).toBe(true);
  const again = await start({ data: appliance.data });
  expect(await versionOf(again.url, headers)).toBe('5.0.0');
  expect((await upgradeOf(again.url, headers)).last.state).toBe('returned');
  expect(
    (await readJsonResponse(await fetch(`${again.url}/api/vendors?search=Kept`, insecure))).data,
  ).toHaveLength(1);
});

test('a service restores the previous program and data when the new one hangs', async () => {
  const env = { INVOCATION_ID: 'unit' };
  const appliance = await start({ env });
  const headers = await createFirstAdmin(appliance.url);
  await post(appliance.url, '/api/vendors', headers, { vendor: 'Kept' });
  await upload(appliance.url, headers, builds.newer, signatureOf(builds.newer));
  expect(await appliance.exited).toBe(75);
  // The program hangs while it reads this file.
  expect(Bun.spawnSync(['mkfifo', join(appliance.data, 'plugins.json')]).exitCode).toBe(0);
  const flags = ['serve', '--data', appliance.data, '--host', '127.0.0.1', '--port', '0'];
  const hanging = await runWith(env, ...flags);
  expect([hanging.code, hanging.stdout]).toEqual([75, expect.stringContaining('did not respond')]);
  expect(readFileSync(program).equals(readFileSync(builds.current))).toBe(true);
  const again = await start({ data: appliance.data, env });
  expect(await versionOf(again.url, headers)).toBe('5.0.0');
  expect(
    (await readJsonResponse(await fetch(`${again.url}/api/vendors?search=Kept`, insecure))).data,
  ).toHaveLength(1);
});

test('the command with an invalid file does not disturb a running upgrade', async () => {
  const appliance = await start();
  const headers = await createFirstAdmin(appliance.url);
  const slow = createScript('[ "$1" = trial ] && sleep 4 && echo step && exit 1; exit 9');
  await upload(appliance.url, headers, slow, signatureOf(slow));
  await untilAway(appliance.url);
  const unsigned = signBuild(builds.newer);
  rmSync(`${unsigned}.sig`);
  expect((await run('upgrade', unsigned, '--data', appliance.data)).code).toBe(1);
  await untilState(appliance.url, headers, 'returned');
  expect((await upgradeOf(appliance.url, headers)).last.reason).toContain('step');
  expect(readFileSync(program).equals(readFileSync(builds.current))).toBe(true);
});
