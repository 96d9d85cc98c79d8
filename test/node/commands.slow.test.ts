import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { version } from '../../src/kit/version.ts';
import { startAppliance } from '../browser/harness.ts';
import {
  createFirstAdmin,
  createScratchDirectory,
  PASSWORD,
  post,
  readJsonResponse,
  readVendorNames,
} from '../faults/process.ts';
import { prepareNodeBundle } from '../support/node-bundle.ts';

setDefaultTimeout(120_000);

const scratch = createScratchDirectory('node');
const health = createScratchDirectory('node-health');
let program: string[];
beforeAll(async () => {
  program = await prepareNodeBundle();
});

function run(...args: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...program, ...args], {
    cwd: scratch,
    stdin: 'ignore',
  });
  return { code: exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

const onBun = (data: string) => startAppliance({ data, args: ['--no-tls'] });
const onNode = (data: string) => startAppliance({ data, args: ['--no-tls'], program });

async function signIn(url: string, username: string, password: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' };
  const login = await post(url, '/api/auth/login', headers, { username, password });
  expect([username, login.status]).toEqual([username, 200]);
  return { ...headers, authorization: `Bearer ${(await readJsonResponse(login)).data.access_token}` };
}

test('the bundle prints its version and commands and exits with 2 for an unknown command', () => {
  expect(run('version')).toEqual({ code: 0, stdout: `millwright ${version}\n`, stderr: '' });
  expect(run('help').stdout).toContain('millwright serve');
  expect(run('nonsense')).toMatchObject({ code: 2 });
});

test('the health command of the bundle trusts the certificate in the data directory', async () => {
  const appliance = await startAppliance({ data: health, program });
  const flags = ['--host', '127.0.0.1', '--port', new URL(appliance.url).port];
  expect(run('health', '--data', appliance.data, ...flags)).toEqual({
    code: 0,
    stdout: `Millwright ${version} is healthy.\n`,
    stderr: '',
  });
  expect(await appliance.stop()).toBe(0);
  expect(run('health', '--data', appliance.data, ...flags)).toMatchObject({ code: 1, stdout: '' });
});

test('both runtimes serve one data directory in turn with the same passwords', async () => {
  const data = join(scratch, 'turns');
  expect(run('migrate', '--data', data).stdout).toContain('Applied core/');
  const first = await onNode(data);
  const headers = await createFirstAdmin(first.url);
  expect((await post(first.url, '/api/vendors', headers, { vendor: 'Made on Node' })).status).toBe(201);
  expect(run('migrate', '--data', data)).toMatchObject({ code: 1 });
  expect([await first.stop(), first.stderr()]).toEqual([0, '']);

  const second = await onBun(data);
  const again = await signIn(second.url, 'admin', PASSWORD);
  expect((await post(second.url, '/api/vendors', again, { vendor: 'Made on Bun' })).status).toBe(201);
  const mara = { username: 'mara', email: 'mara@plant.example', password: PASSWORD, sendwelcome: false };
  expect((await post(second.url, '/api/users', again, mara)).status).toBe(201);
  expect(await second.stop()).toBe(0);

  const third = await onNode(data);
  await signIn(third.url, 'mara', PASSWORD);
  expect(await readVendorNames(third.url)).toEqual(new Set(['Made on Node', 'Made on Bun']));
  expect([await third.stop(), third.stderr()]).toEqual([0, '']);
});

test('a password reset by one runtime is valid in the other', async () => {
  const data = join(scratch, 'console');
  const first = await onBun(data);
  await createFirstAdmin(first.url);
  expect(await first.stop()).toBe(0);
  const password = run('reset-password', 'admin', '--data', data).stdout.match(
    /New password of admin: (\S+)/,
  )?.[1];
  const appliance = await onBun(data);
  await signIn(appliance.url, 'admin', String(password));
  expect(await appliance.stop()).toBe(0);
});

test('the demo loads a plant over a self-signed certificate, and the doctor finds no fault', async () => {
  const fresh = createScratchDirectory('node-demo');
  const appliance = await startAppliance({ data: fresh, program, env: { MILLWRIGHT_COLLECTOR_KEY: 'key' } });
  const url = appliance.url.replace('127.0.0.1', 'localhost');
  const demo = Bun.spawn(
    [
      ...program,
      'demo',
      '--url',
      url,
      '--username',
      'admin',
      '--password',
      PASSWORD,
      '--collector-key',
      'key',
    ],
    { cwd: fresh, stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' },
  );
  const output = await new Response(demo.stdout).text();
  expect(output).toContain('Assets: 200 created, 0 already existed.');
  expect(output).toContain('Computer reports: 0 created, 90 updated, 0 unchanged.');
  expect(await demo.exited).toBe(0);
  expect([await appliance.stop(), appliance.stderr()]).toEqual([0, '']);
  const doctor = run('doctor', '--data', fresh);
  expect(doctor.code).toBe(0);
  for (const what of ['database: whole', 'migrations: up to date', 'rows, unbroken', 'SPKI SHA-256 pin: '])
    expect(doctor.stdout).toContain(what);
});
