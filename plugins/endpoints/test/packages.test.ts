import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Site, startSite } from '../../../test/support/site.ts';
import { step } from '../../../test/support/step.ts';
import { platformsOf } from '../packages/platforms.ts';
import { createEnrolledPc, createPc, setSharedKey, withSharedKey } from './pcs.ts';
import { buildOf, uploadBuild, uploadCurrentBuild } from './upload-build.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

const PATH = '/api/endpoints/packages';
const readCurrentVersion = async (
  agent: Awaited<ReturnType<typeof createEnrolledPc>>['agent'],
  osversion: string | null,
) =>
  (await agent.post('/api/endpoints/checkin', { agentversion: '0.1.0', osversion })).data.currentagentversion;
const agentApplication = async (of = site) =>
  (await of.admin.get('/api/applications?search=Millwright%20agent&ishidden=true')).data[0];
const listRegistered = async (of = site): Promise<{ version: string; notes: string }[]> => {
  const { data } = await of.admin.get(`/api/applications/${(await agentApplication(of)).appid}/versions`);
  return data.map(({ version, notes }: { version: string; notes: string }) => ({ version, notes }));
};

test('the server stores a build with its digest, once for each version and platform', async () => {
  const { status, data } = await uploadBuild(site, '0.1.0', 'linux-x64');
  const sha256 = createHash('sha256').update(buildOf('0.1.0', 'linux-x64')).digest('hex');
  expect([status, data]).toEqual([201, expect.objectContaining({ sha256, iscurrent: false })]);
  const { filename, ...record } = data;
  expect(readdirSync(join(site.data, 'files', 'agentpackages'))).toContain(filename);
  const folder = () => readdirSync(join(site.data, 'files', 'agentpackages')).length;
  const before = folder();
  const again = await uploadBuild(site, '0.1.0', 'linux-x64');
  expect([again.status, again.error.code]).toEqual([409, 'CONFLICT']);
  for (const [version, platform] of [
    ['1.2', 'linux-x64'],
    ['1.2.3-beta', 'linux-x64'],
    ['01.2.3', 'linux-x64'],
    ['1.2.3', 'solaris'],
  ] as const)
    expect([version, (await uploadBuild(site, version, platform)).status]).toEqual([version, 400]);
  expect(folder()).toBe(before);
  const { data: rows } = await site.admin.get(`${PATH}?platform=linux-x64&version=0.1.0`);
  expect(rows).toEqual([record]);
});

test('the build routes need the permission endpoints.agentpackage', async () => {
  const packager = await site.userWith('endpoints.agentpackage');
  expect((await packager.get(PATH)).status).toBe(200);
  const other = await site.userWith('endpoints.agentupdate', 'endpoints.view', 'endpoints.runscript');
  const { data } = await uploadBuild(site, '0.0.2', 'linux-arm64');
  for (const [method, path] of [
    ['GET', PATH],
    ['POST', PATH],
    ['POST', `${PATH}/${data.packageid}/current`],
    ['DELETE', `${PATH}/${data.packageid}`],
    ['GET', `${PATH}/${data.packageid}/file`],
  ] as const)
    expect([path, (await other.send(method, path)).status]).toEqual([path, 403]);
});

test('the check-in response names the current build of the platform, and none before there is one', async () => {
  const own = await startSite();
  try {
    await setSharedKey(own);
    const { agent } = await createEnrolledPc(own, 'pkg-1');
    await step('Before any build is current an agent hears of none', async () => {
      await uploadBuild(own, '0.0.1', 'windows-x64');
      expect(await readCurrentVersion(agent, 'Windows 11')).toBeNull();
    });
    await step('The current build of a platform is the one that its agents get', async () => {
      await uploadCurrentBuild(own, '0.9.0', 'linux-x64');
      const { data } = await uploadCurrentBuild(own, '0.10.0', 'windows-x64');
      expect(data.iscurrent).toBe(true);
      expect(await readCurrentVersion(agent, 'Microsoft Windows 11 Pro 10.0.22631')).toBe('0.10.0');
      expect(await readCurrentVersion(agent, 'Ubuntu 24.04 x86_64')).toBe('0.9.0');
      expect(await readCurrentVersion(agent, 'Debian 13 aarch64')).toBeNull();
      expect(await readCurrentVersion(agent, 'Fedora 42')).toBe('0.9.0');
      expect(await readCurrentVersion(agent, null)).toBe('0.10.0');
    });
    await step('It is what is registered to install', () => expectRegistered(own));
  } finally {
    await own.stop();
  }
});

async function expectRegistered(own: Site): Promise<void> {
  expect(await agentApplication(own)).toMatchObject({
    appname: 'Millwright agent',
    ishidden: true,
    isreserved: true,
    isinstallable: true,
  });
  expect((await listRegistered(own)).sort((a, b) => (a.version < b.version ? -1 : 1))).toEqual([
    { version: '0.10.0', notes: 'Current for windows-x64.' },
    { version: '0.9.0', notes: 'Current for linux-x64.' },
  ]);
}

test('a rollback makes the older build current and registers its version, and can be undone', async () => {
  const { agent } = await createEnrolledPc(site, 'pkg-2');
  await uploadCurrentBuild(site, '0.11.0', 'windows-x64');
  const newer = await uploadCurrentBuild(site, '0.12.0', 'windows-x64');
  const versions = async () => (await listRegistered()).map(({ version }) => version);
  expect(await versions()).toContain('0.12.0');
  const rows = (await site.admin.get(`${PATH}?platform=windows-x64&per_page=100`)).data;
  const { packageid } = rows.find(({ version }: { version: string }) => version === '0.11.0');
  const back = await site.admin.post(`${PATH}/${packageid}/current`);
  expect([back.status, back.data.iscurrent]).toEqual([200, true]);
  expect(await readCurrentVersion(agent, 'Windows 10')).toBe('0.11.0');
  expect(await versions()).toContain('0.11.0');
  expect(await versions()).not.toContain('0.12.0');
  const after = (await site.admin.get(`${PATH}?platform=windows-x64&per_page=100`)).data;
  expect(after.filter(({ iscurrent }: { iscurrent: boolean }) => iscurrent)).toHaveLength(1);
  const undone = await site.admin.post(`/api/auditlogs/${back.headers.get('x-audit-id')}/undo`);
  expect([undone.status, await readCurrentVersion(agent, 'Windows 10')]).toEqual([200, '0.12.0']);
  expect(await versions()).toContain('0.12.0');
  expect((await site.admin.post(`${PATH}/${newer.data.packageid}/current`)).status).toBe(200);
  expect((await site.admin.post(`${PATH}/999999/current`)).status).toBe(404);
});

test('an upgrade of the agent as an application also needs the permission to run scripts', async () => {
  const assetid = await createPc(site, 'pkg-3');
  await site.admin.post('/api/endpoints/policies', {
    policyname: 'Apps',
    scope: { hostname: 'pkg-3' },
    allowedactions: ['update_app'],
  });
  await uploadCurrentBuild(site, '0.15.0', 'windows-x64');
  const { appid } = await agentApplication();
  const [{ appversionid }] = (await site.admin.get(`/api/applications/${appid}/versions`)).data;
  const body = { action: 'update_app', parameters: { appid, appversionid } };
  const path = `/api/endpoints/asset/${assetid}/commands`;
  const updater = await site.userWith('endpoints.updateapp', 'endpoints.agentupdate');
  expect((await updater.post(path, body)).status).toBe(403);
  const operator = await site.userWith('endpoints.updateapp', 'endpoints.agentupdate', 'endpoints.runscript');
  expect((await operator.post(path, body)).status).toBe(201);
});

test('the server refuses to delete a current build and deletes another one with its file', async () => {
  const { data } = await uploadCurrentBuild(site, '0.20.0', 'linux-arm64');
  const refused = await site.admin.delete(`${PATH}/${data.packageid}`);
  expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
  const other = (await uploadBuild(site, '0.21.0', 'linux-arm64')).data;
  const folder = () => readdirSync(join(site.data, 'files', 'agentpackages')).length;
  const before = folder();
  expect((await site.admin.delete(`${PATH}/${other.packageid}`)).data).toEqual({ deleted: other.packageid });
  expect((await site.admin.delete(`${PATH}/${other.packageid}`)).status).toBe(404);
  expect(folder()).toBe(before - 1);
});

test('an agent downloads a build with its credential or the shared key, and other callers cannot', async () => {
  const { agent } = await createEnrolledPc(site, 'pkg-4');
  const { data } = await uploadCurrentBuild(site, '0.30.0', 'windows-x64');
  const path = `${PATH}/${data.packageid}/file`;
  const got = await agent.get(path);
  expect([got.status, got.text]).toEqual([200, buildOf('0.30.0', 'windows-x64')]);
  expect(got.headers.get('cache-control')).toBe('private, no-store');
  await createPc(site, 'pkg-5');
  expect((await withSharedKey(site).get(`${path}?hostname=pkg-5`)).status).toBe(200);
  expect((await withSharedKey(site).get(`${path}?hostname=pkg-4`)).error.code).toBe('SHARED_KEY_REFUSED');
  expect((await agent.get(`${path}?hostname=pkg-5`)).error.code).toBe('ASSET_MISMATCH');
  expect([(await site.anonymous.get(path)).status, (await site.admin.get(path)).status]).toEqual([401, 403]);
});

test('a build shows its uploader, and the list filters by platform, version and current state', async () => {
  const client = await site.userWith('endpoints.agentpackage');
  const { username } = (await client.get('/api/auth/me')).data;
  const form = new FormData();
  for (const [name, value] of Object.entries({ version: '0.0.3', platform: 'linux-arm64' }))
    form.append(name, value);
  form.append('file', new File(['build'], 'millwright-linux-arm64'));
  const { data } = await client.upload(PATH, form);
  expect(data.createdby).toBe(username);
  await client.post(`${PATH}/${data.packageid}/current`);
  const { filename: _stored, ...record } = data;
  const made = { ...record, iscurrent: true, modifieddate: expect.any(String) };
  for (const query of [
    'version=0.0.3',
    'version=0.0.3&platform=linux-arm64',
    'iscurrent=true&platform=linux-arm64',
  ])
    expect([query, (await client.get(`${PATH}?${query}`)).data]).toEqual([query, [made]]);
  expect((await client.get(`${PATH}?version=0.0.3&platform=linux-x64`)).data).toEqual([]);
  await uploadBuild(site, '0.0.4', 'linux-arm64');
  const others = (await client.get(`${PATH}?iscurrent=false`)).data as { iscurrent: boolean }[];
  expect([others.length > 0, others.some(({ iscurrent }) => iscurrent)]).toEqual([true, false]);
  expect((await client.get(`${PATH}?version=3`)).status).toBe(400);
});

test.each([
  ['Microsoft Windows 10 IoT Enterprise LTSC', ['windows-x64']],
  ['10.0.19045', ['windows-x64']],
  ['Linux 6.8.0-45-generic x86_64', ['linux-x64']],
  ['Raspberry Pi OS (aarch64)', ['linux-arm64']],
  ['Ubuntu 24.04.1 LTS', ['linux-x64', 'linux-arm64']],
  ['', ['windows-x64', 'linux-x64', 'linux-arm64']],
  [null, ['windows-x64', 'linux-x64', 'linux-arm64']],
])('the server derives the platform from the system name: %s', (systemName, platforms) => {
  expect(platformsOf(systemName)).toEqual(platforms as never);
});
