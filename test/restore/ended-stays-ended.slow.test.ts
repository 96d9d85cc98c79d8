import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestEnrollment, setSharedKey, withSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import type { Client } from '../support/client.ts';
import { PASSWORD, type Site } from '../support/site.ts';
import { exportBackup, runDoctor, runRestore, withServedData } from './restoring.ts';

setDefaultTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-ended-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/**
 * A caller with access in the backup, whose access may have been revoked in the data that the restore
 * replaces.
 */
interface Caller {
  title: string;
  path: string;
  /** The request body. Without one, the request is a GET. */
  body?: object;
  headers: Record<string, string>;
  /** Revokes the access. Absent for callers who retain it. */
  end?(admin: Client): Promise<{ status: number }>;
}

async function tokenOf(owner: Client, title: string): Promise<Caller & { tokenid: number }> {
  const { status, data } = await owner.post('/api/apitokens', { name: title });
  expect([title, status]).toEqual([title, 201]);
  return {
    title,
    path: '/api/apitokens',
    headers: { authorization: `Bearer ${data.secret}` },
    tokenid: data.tokenid,
  };
}

async function kioskOf(site: Site, title: string): Promise<Caller & { id: number }> {
  const { data } = await site.admin.post('/api/kioskdevices', { cabinetname: title, kind: 'printedparts' });
  const headers = { 'x-kiosk-token': data.secret };
  return { title, path: '/api/printedparts/kiosk/item/NONE', headers, id: data.kioskdeviceid };
}

async function pcOf(site: Site, hostname: string): Promise<Caller & { assetid: number }> {
  const assetid = (
    await site.admin.post('/api/computers', {
      assetnumber: `A-${hostname}`,
      hostname,
      serialnumber: `SN-${hostname}`,
    })
  ).data.assetid;
  const { data } = await requestEnrollment(withSharedKey(site), hostname);
  const headers = { 'x-endpoint-credential': data.credential };
  return { title: `PC ${hostname}`, path: '/api/endpoints/checkin', body: { hostname }, headers, assetid };
}

async function personOf(site: Site, username: string) {
  const email = `${username}@plant.example`;
  const person = {
    username,
    email,
    password: PASSWORD,
    roles: [1],
    mustchangepassword: false,
    sendwelcome: false,
  };
  const { data } = await site.admin.post('/api/users', person);
  const own = await tokenOf(await site.anonymous.signIn(username, PASSWORD), `token of ${username}`);
  return { ...own, userid: data.userid as number };
}

async function callersOf(site: Site): Promise<Caller[]> {
  await setSharedKey(site);
  await site.admin.put('/api/settings/printedparts_kiosk_enabled', { value: true });
  const [revoked, kept] = [await tokenOf(site.admin, 'revoked'), await tokenOf(site.admin, 'kept')];
  const [off, gone, renewed, on] = [
    await kioskOf(site, 'switched off'),
    await kioskOf(site, 'deleted'),
    await kioskOf(site, 'renewed'),
    await kioskOf(site, 'in use'),
  ];
  const [lost, running] = [await pcOf(site, 'lost'), await pcOf(site, 'running')];
  const [disabled, deleted, renamed] = [
    await personOf(site, 'disabled'),
    await personOf(site, 'left'),
    await personOf(site, 'married'),
  ];
  return [
    { ...revoked, end: (admin) => admin.delete(`/api/apitokens/${revoked.tokenid}`) },
    kept,
    { ...off, end: (admin) => admin.put(`/api/kioskdevices/${off.id}`, { isactive: false }) },
    { ...gone, end: (admin) => admin.delete(`/api/kioskdevices/${gone.id}`) },
    { ...renewed, end: (admin) => admin.post(`/api/kioskdevices/${renewed.id}/secret`) },
    on,
    { ...lost, end: (admin) => admin.post(`/api/endpoints/assets/${lost.assetid}/revoke`, {}) },
    running,
    { ...disabled, end: (admin) => admin.put(`/api/users/${disabled.userid}`, { isactive: false }) },
    { ...deleted, end: (admin) => admin.delete(`/api/users/${deleted.userid}`) },
    renamed,
  ];
}

async function isLetIn(site: Site, { title, path, headers, body }: Caller): Promise<[string, boolean]> {
  const client = site.anonymous.with(headers);
  const { status } = body ? await client.post(path, body) : await client.get(path);
  return [title, status !== 401];
}

test('a restore keeps revoked callers out and lets all others in', async () => {
  const data = join(scratch, 'data');
  let file = '';
  const callers = await withServedData(data, async (site) => {
    const made = await callersOf(site);
    for (const caller of made) expect(await isLetIn(site, caller)).toEqual([caller.title, true]);
    file = await exportBackup(site, scratch, 'all-in');
    for (const { title, end } of made)
      if (end) expect([title, (await end(site.admin)).status < 300]).toEqual([title, true]);
    const people = (await site.admin.get('/api/users')).data as { userid: number; username: string }[];
    const { userid } = people.find(({ username }) => username === 'married')!;
    expect((await site.admin.put(`/api/users/${userid}`, { firstname: 'Ada' })).status).toBe(200);
    return made;
  });
  expect(await runRestore(file, '--data', data, '--replace')).toMatchObject({ code: 0 });
  expect(runDoctor(data)).toMatchObject({ code: 0 });
  await withServedData(data, async (site) => {
    for (const caller of callers)
      expect(await isLetIn(site, caller)).toEqual([caller.title, caller.end === undefined]);
    const { data: rows } = await site.admin.get('/api/auditlogs?action=backups.restored');
    expect(rows[0].details).toMatchObject({ users: 2, kioskdevices: 3, endpointcredentials: 1 });
    const people = (await site.admin.get('/api/users')).data as { username: string; isactive: boolean }[];
    const off = people.filter(({ isactive }) => !isactive).map(({ username }) => username);
    expect(off.sort()).toEqual(['disabled', 'left']);
  });
});

test('a restore over other or older data revokes nothing that is newer', async () => {
  const [one, other] = [join(scratch, 'one'), join(scratch, 'other')];
  let [early, late] = ['', ''];
  let younger: Caller | undefined;
  await withServedData(one, async (site) => {
    early = await exportBackup(site, scratch, 'early');
    younger = await tokenOf(site.admin, 'younger');
    late = await exportBackup(site, scratch, 'late');
  });
  await withServedData(other, async () => undefined);
  expect(await runRestore(late, '--data', other, '--replace')).toMatchObject({ code: 0 });
  await withServedData(other, async (site) =>
    expect(await isLetIn(site, younger!)).toEqual(['younger', true]),
  );
  expect(await runRestore(early, '--data', one, '--replace')).toMatchObject({ code: 0 });
  expect(await runRestore(late, '--data', one, '--replace')).toMatchObject({ code: 0 });
  await withServedData(one, async (site) => expect(await isLetIn(site, younger!)).toEqual(['younger', true]));
});

test('a restore keeps the last active admin of the backup and logs it', async () => {
  const data = join(scratch, 'admins');
  let file = '';
  await withServedData(data, async (site) => {
    file = await exportBackup(site, scratch, 'one-admin');
    await personOf(site, 'second');
    const second = await site.anonymous.signIn('second', PASSWORD);
    expect((await second.put('/api/users/1', { isactive: false })).status).toBe(200);
  });
  expect(await runRestore(file, '--data', data, '--replace')).toMatchObject({ code: 0 });
  await withServedData(data, async (site) => {
    const { data: rows } = await site.admin.get('/api/auditlogs?action=backups.restored');
    expect(rows[0].details['users spared']).toEqual([1]);
  });
});

test('a restore replaces unreadable data only with --replace and warns about lost revocations', async () => {
  const data = join(scratch, 'broken');
  let file = '';
  await withServedData(data, async (site) => {
    file = await exportBackup(site, scratch, 'of-broken');
  });
  writeFileSync(join(data, 'millwright.db'), 'no database');
  const refused = await runRestore(file, '--data', data);
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringContaining('contains data that cannot be read. Add --replace'),
  ]);
  const { code, output } = await runRestore(file, '--data', data, '--replace');
  expect([code, output]).toEqual([0, expect.stringContaining('revoked since the backup are valid again')]);
});
