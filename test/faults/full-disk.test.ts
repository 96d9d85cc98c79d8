import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { eventually } from '../support/receivers.ts';
import { testJourney } from '../support/step.ts';
import { prepareSmallDisk } from './full-disk.ts';
import { createFirstAdmin, post, readJsonResponse, readVendorNames, runMillwright } from './process.ts';

setDefaultTimeout(120_000);

const disk = prepareSmallDisk();
const NOTE = 'n'.repeat(60_000);
let appliance: Appliance;
let headers: Record<string, string>;
let pid: number;
const saved = new Set<string>();

let isRunning = false;

beforeAll(async () => {
  await start();
  headers = await createFirstAdmin(appliance.url);
});
beforeEach(async () => {
  if (!isRunning) await start();
});
afterEach(() => {
  if (isRunning) disk.free(pid);
});
afterAll(() => appliance.kill());

async function start(): Promise<void> {
  appliance = await startAppliance({ data: disk.data, args: ['--no-tls'] });
  ({ pid } = await Bun.file(join(disk.data, 'owner.json')).json());
  isRunning = true;
}

async function stop(): Promise<number> {
  isRunning = false;
  return appliance.stop();
}

let next = 0;
async function save(): Promise<Response> {
  const vendor = `Vendor ${next++}`;
  const answer = await post(appliance.url, '/api/vendors', headers, { vendor, description: NOTE });
  if (answer.status === 201) saved.add(vendor);
  return answer;
}

const upload = (bytes: number): Promise<Response> => {
  const form = new FormData();
  const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex');
  form.append('file', new File([png, Buffer.alloc(bytes)], 'picture.png'));
  return fetch(`${appliance.url}/api/settings/branding-logo?kind=site`, {
    method: 'POST',
    headers: { authorization: headers.authorization! },
    body: form,
  });
};

async function refuseWrite(): Promise<void> {
  disk.fill(pid);
  let refused: Response | undefined;
  for (let tries = 0; tries < 200 && !refused; tries++) {
    const answer = await save();
    if (answer.status !== 201) refused = answer;
  }
  expect(refused?.status).toBe(507);
  expect((await readJsonResponse(refused!)).data.error).toEqual({
    code: 'STORAGE_FULL',
    message: 'The disk is full. Nothing was saved. Free some space and try again.',
  });
  expect(await readVendorNames(appliance.url)).toEqual(saved);
  expect((await fetch(`${appliance.url}/api/vendors/1`)).status).toBe(200);
}

async function refuseUpload(): Promise<void> {
  disk.fill(pid);
  const pieces = () =>
    (existsSync(join(disk.data, 'files'))
      ? readdirSync(join(disk.data, 'files'), { recursive: true, withFileTypes: true })
      : []
    ).filter((entry) => entry.isFile());
  const before = pieces().length;
  const answer = await upload(900_000);
  expect([answer.status, (await readJsonResponse(answer)).data.error.code]).toEqual([507, 'STORAGE_FULL']);
  expect(pieces()).toHaveLength(before);
}

async function keepPlugin(): Promise<void> {
  const plugins = async () =>
    (
      await readJsonResponse(
        await fetch(`${appliance.url}/api/plugins`, { headers: { authorization: headers.authorization! } }),
      )
    ).data;
  // The rejected upload and the write-ahead log may have freed space.
  disk.fill(pid);
  const answer = await fetch(`${appliance.url}/api/plugins/endpoints`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ enabled: false }),
  });
  expect([answer.status, (await readJsonResponse(answer)).data.error.code]).toEqual([507, 'STORAGE_FULL']);
  expect((await plugins()).find((one: { name: string }) => one.name === 'endpoints').isenabled).toBe(true);
  const log = await fetch(`${appliance.url}/api/auditlogs?action=platform.plugin.disabled`, {
    headers: { authorization: headers.authorization! },
  });
  expect((await readJsonResponse(log)).data).toEqual([]);
}

async function refuseSignIn(): Promise<void> {
  const login = await post(appliance.url, '/api/auth/login', headers, {
    username: 'admin',
    password: 'correct horse',
  });
  expect([200, 507]).toContain(login.status);
}

async function writeAgain(): Promise<void> {
  disk.free(pid);
  expect((await save()).status).toBe(201);
  expect(await readVendorNames(appliance.url)).toEqual(saved);
}

testJourney('the server refuses writes with 507 and loses nothing when its disk is full', {
  'Write before the disk is full': async () => expect((await save()).status).toBe(201),
  'Refuse a write, and serve reads': refuseWrite,
  'Refuse an upload, and leave no file': refuseUpload,
  'Refuse to disable a plugin, and record nothing': keepPlugin,
  'Refuse a sign-in only because of the disk': refuseSignIn,
  'Write again when the disk has space, without partial rows': writeAgain,
});

const total = async () =>
  (await readJsonResponse(await fetch(`${appliance.url}/api/assets`))).meta.pagination.total as number;

/** The rows that are saved already stay until there is space, so the message does not deny them. */
const STOPPED = expect.stringContaining('The part that is already saved is removed');

/**
 * Imports a file that is half written when the disk becomes full. After the response, as much space as before
 * must be free.
 */
async function importOnFullDisk(): Promise<[number, string]> {
  const lines = Array.from({ length: 6000 }, (_, n) => `D-${n},Press ${n}`);
  const body = new FormData();
  body.set('file', new File([`Asset number,Name\n${lines.join('\n')}\n`], 'presses.csv'));
  body.set('target', 'Machine');
  body.set('dryrun', 'false');
  body.set('mapping', JSON.stringify({ 'Asset number': 'assetnumber', Name: 'name' }));
  const { authorization } = headers;
  const before = await total();
  const work = fetch(`${appliance.url}/api/imports`, {
    method: 'POST',
    headers: { authorization: authorization! },
    body,
  });
  await eventually(async () => (await total()) > before, 'the first rows are imported');
  disk.fill(pid);
  const response = await work;
  disk.free(pid);
  const { data } = await response.json();
  return [response.status, data.error.message];
}

test('an import that fills the disk returns 507 and is rolled back when the disk has space', async () => {
  const before = await total();
  expect(await importOnFullDisk()).toEqual([507, STOPPED]);
  const run = await fetch(`${appliance.url}/api/jobs/audit.take-back/run`, { method: 'POST', headers });
  expect([run.status, (await readJsonResponse(run)).data.lastresult, await total()]).toEqual([
    200,
    'ok',
    before,
  ]);
});

test('the next start rolls the import back when the server stopped on the full disk', async () => {
  const before = await total();
  expect(await importOnFullDisk()).toEqual([507, STOPPED]);
  await stop();
  await start();
  expect(await total()).toBe(before);
  expect(await stop()).toBe(0);
  const doctor = await runMillwright('doctor', '--data', disk.data, '--no-tls');
  expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining('unbroken')]);
});
