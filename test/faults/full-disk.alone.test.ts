import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { smallDisk } from './full-disk.ts';
import { firstAdmin, json, millwright, post, vendorNames } from './process.ts';

setDefaultTimeout(120_000);

const disk = smallDisk();
const NOTE = 'n'.repeat(60_000);
let appliance: Appliance;
let headers: Record<string, string>;
let pid: number;
const saved = new Set<string>();

beforeAll(async () => {
  appliance = await startAppliance({ data: disk.data, args: ['--no-tls'] });
  headers = await firstAdmin(appliance.url);
  ({ pid } = await Bun.file(join(disk.data, 'owner.json')).json());
});
afterAll(() => appliance.kill());

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

test('before the disk is full, writes work', async () => {
  expect((await save()).status).toBe(201);
});

test('on a full disk a write is refused with a clear word, and reads go on', async () => {
  disk.fill(pid);
  let refused: Response | undefined;
  for (let tries = 0; tries < 200 && !refused; tries++) {
    const answer = await save();
    if (answer.status !== 201) refused = answer;
  }
  expect(refused?.status).toBe(507);
  expect((await json(refused!)).data.error).toEqual({
    code: 'STORAGE_FULL',
    message: 'The disk is full. Nothing was saved; free some space and try again.',
  });
  expect(await vendorNames(appliance.url)).toEqual(saved);
  expect((await fetch(`${appliance.url}/api/vendors/1`)).status).toBe(200);
});

test('on a full disk an upload is refused with a clear word and leaves no piece behind', async () => {
  const pieces = () =>
    (existsSync(join(disk.data, 'files'))
      ? readdirSync(join(disk.data, 'files'), { recursive: true, withFileTypes: true })
      : []
    ).filter((entry) => entry.isFile());
  const before = pieces().length;
  const answer = await upload(900_000);
  expect([answer.status, (await json(answer)).data.error.code]).toEqual([507, 'STORAGE_FULL']);
  expect(pieces()).toHaveLength(before);
});

test('L14: on a full disk a plugin is not switched off, and the log does not say that it was', async () => {
  const plugins = async () =>
    (
      await json(
        await fetch(`${appliance.url}/api/plugins`, { headers: { authorization: headers.authorization! } }),
      )
    ).data;
  const answer = await fetch(`${appliance.url}/api/plugins/endpoints`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ enabled: false }),
  });
  expect([answer.status, (await json(answer)).data.error.code]).toEqual([507, 'STORAGE_FULL']);
  expect((await plugins()).find((one: { name: string }) => one.name === 'endpoints').isenabled).toBe(true);
  const log = await fetch(`${appliance.url}/api/auditlogs?action=platform.plugin.disabled`, {
    headers: { authorization: headers.authorization! },
  });
  expect((await json(log)).data).toEqual([]);
});

test('a full disk is said by a sign-in too, not taken for a wrong password', async () => {
  const login = await post(appliance.url, '/api/auth/login', headers, {
    username: 'admin',
    password: 'correct horse',
  });
  expect([200, 507]).toContain(login.status);
});

test('once there is room again, writes work, and nothing was half written', async () => {
  disk.free(pid);
  expect((await save()).status).toBe(201);
  expect(await vendorNames(appliance.url)).toEqual(saved);
});

const total = async () =>
  (await json(await fetch(`${appliance.url}/api/assets`))).meta.pagination.total as number;

/** Half of it is written when the disk is full, and as much room as before is there again when it has answered. */
async function importOnFullDisk(): Promise<number> {
  const lines = Array.from({ length: 6000 }, (_, n) => `D-${n},Press ${n}`);
  const body = new FormData();
  body.set('file', new File([`Asset number,Name\n${lines.join('\n')}\n`], 'presses.csv'));
  body.set('target', 'Machine');
  body.set('dryrun', 'false');
  body.set('mapping', JSON.stringify({ 'Asset number': 'assetnumber', Name: 'name' }));
  const { authorization } = headers;
  const work = fetch(`${appliance.url}/api/imports`, {
    method: 'POST',
    headers: { authorization: authorization! },
    body,
  });
  while ((await total()) === 0) await Bun.sleep(1);
  disk.fill(pid);
  const { status } = await work;
  disk.free(pid);
  return status;
}

test('an import that meets a full disk half way is refused, and nothing is left of it once there is room', async () => {
  expect(await importOnFullDisk()).toBe(507);
  const run = await fetch(`${appliance.url}/api/jobs/audit.take-back/run`, { method: 'POST', headers });
  expect([run.status, (await json(run)).data.lastresult, await total()]).toEqual([200, 'ok', 0]);
});

test('where it ends before there is room, the next start finds nothing of it', async () => {
  expect(await importOnFullDisk()).toBe(507);
  await appliance.stop();
  appliance = await startAppliance({ data: disk.data, args: ['--no-tls'] });
  expect(await total()).toBe(0);
  expect(await appliance.stop()).toBe(0);
  const doctor = await millwright('doctor', '--data', disk.data, '--no-tls');
  expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining('unbroken')]);
});
