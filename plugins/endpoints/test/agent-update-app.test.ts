import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../../test/support/client.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import type { AgentContext } from '../agent/agent-context.ts';
import { checkInstalledVersion, isSameVersion } from '../agent/app-version.ts';
import { programsOf } from '../agent/inventory.ts';
import { type AgentCommand, performCommand } from '../agent/perform.ts';
import { readHostname } from '../agent/this-pc.ts';
import { createAgentContext } from './agent-context.ts';
import { FakePrograms } from './fake-programs.ts';
import { createEnrolledPc, setSharedKey } from './pcs.ts';

const fakes = new FakePrograms();
const work = mkdtempSync(join(tmpdir(), 'enforcing-'));
let site: Site;
let assetid: number;
let agent: Client;
let means: AgentContext;
interface App {
  appid: number;
  /** Ids of the versions. */
  versions: Record<string, number>;
}
let viewer: App;
let editor: App;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  const type = await site.admin.post('/api/computers/types', { computertype: 'CMM' });
  ({ assetid, agent } = await createEnrolledPc(site, readHostname(), {
    computertypeid: type.data.computertypeid,
  }));
  means = createAgentContext(site.url, work, agent.headers);
  const allowedactions = ['update_app'];
  await site.admin.post('/api/endpoints/policies', { policyname: 'All', scope: {}, allowedactions });
  const { scopeid } = (await site.admin.post('/api/enforce/scopes', { scopename: 'CMM' })).data;
  viewer = await application('Acme Viewer', scopeid);
  editor = await application('Acme Editor', scopeid);
  await site.admin.post(`/api/enforce/scopes/${scopeid}/publish`, {});
});
afterAll(async () => {
  fakes.restore();
  await site.stop();
});

async function application(appname: string, scopeid: number): Promise<App> {
  const { appid } = (await site.admin.post('/api/applications', { appname })).data;
  const versions: App['versions'] = {};
  for (const version of ['2.0', '2.1']) {
    const { data } = await site.admin.post(`/api/applications/${appid}/versions`, { version });
    versions[version] = data.appversionid;
  }
  const entry = { Name: appname, Type: 'CMD', InstallArgs: 'true', appid };
  await site.admin.post(`/api/enforce/scopes/${scopeid}/entries`, entry);
  return { appid, versions };
}

const queue = (parameters: object) =>
  site.admin.post(`/api/endpoints/asset/${assetid}/commands`, { action: 'update_app', parameters });

/** Defines the programs that the package manager of this PC lists. */
const fakePrograms = (...programs: [name: string, version: string][]) =>
  fakes.add(
    'dpkg-query',
    `printf '%b' '${programs.map(([name, version]) => `ii \\t${name}\\t${version}\\n`).join('')}'`,
  );

/** Queues an update to version 2.1, runs it in the agent and returns the command as claimed and as users see it. */
async function update({ appid, versions } = viewer) {
  const queued = await queue({ appid, appversionid: versions['2.1'] });
  expect(queued.status).toBe(201);
  const { data } = await agent.get('/api/endpoints/commands/next?wait=0');
  const outcome = await performCommand(data as AgentCommand, means);
  const path = `/api/endpoints/commands/${data.commandid}`;
  expect((await agent.post(`${path}/result`, outcome)).status).toBe(200);
  return { claimed: data, seen: (await site.admin.get(path)).data };
}

test('the server rejects a version of another application and queues nothing', async () => {
  const other = (await site.admin.post('/api/applications', { appname: 'Other' })).data;
  const commands = async () => (await site.admin.get(`/api/endpoints/commands?assetid=${assetid}`)).data;
  const before = await commands();
  for (const parameters of [
    { appid: other.appid, appversionid: viewer.versions['2.1'] },
    { appid: viewer.appid, appversionid: 999_999 },
  ]) {
    const { status, error } = await queue(parameters);
    expect([status, error.details.issues]).toEqual([
      400,
      [{ path: 'parameters.appversionid', message: 'The application does not have this version.' }],
    ]);
  }
  expect(await commands()).toEqual(before);
});

test('the command names the application and version to the agent and to users', async () => {
  fakePrograms(['Acme Viewer', '2.1']);
  const { claimed, seen } = await update();
  const parameters = { appid: viewer.appid, appversionid: viewer.versions['2.1'] };
  expect(claimed.parameters).toEqual({ ...parameters, appname: 'Acme Viewer', version: '2.1' });
  const named = { parameters, appname: 'Acme Viewer', appversion: '2.1' };
  expect(seen).toMatchObject(named);
  const list = await site.admin.get(`/api/endpoints/commands?assetid=${assetid}`);
  expect(list.data[0]).toMatchObject(named);
});

test('an update succeeds when the requested version is installed, regardless of case and zeros', async () => {
  for (const version of ['2.1', '2.1.0', '02.01']) {
    fakePrograms(['ACME viewer', version], ['Acme Viewer Help', '1.0']);
    const { seen } = await update();
    expect([version, seen.state, seen.exitcode]).toEqual([version, 'succeeded', 0]);
    expect(seen.output).not.toContain('wanted');
  }
  fakePrograms(['Acme Viewer', '2.0'], ['Acme Viewer', '2.1']);
  expect((await update()).seen.state).toBe('succeeded');
});

test('an update fails and states the installed version first when it differs from the requested one', async () => {
  fakePrograms(['acme viewer', '2.0']);
  const { seen } = await update();
  expect([seen.state, seen.exitcode]).toEqual(['failed', null]);
  const [first, ...rest] = seen.output.split('\n');
  expect(first).toBe(
    'Acme Viewer is 2.0 on this PC, but 2.1 was requested. The published entry installs another version.',
  );
  expect(rest.join('\n')).toContain('Acme Viewer: installed');
  const [{ computerid }] = (await site.admin.get('/api/computers')).data;
  const apps = await site.admin.get(`/api/computers/${computerid}/apps`);
  expect(apps.data).toMatchObject([{ appname: 'Acme Viewer', version: '2.0' }]);
});

test('an update succeeds with a note when the installed version is unknown', async () => {
  for (const programs of [[['Something else', '1']], [['Acme Viewer', '']]] as [string, string][][]) {
    fakePrograms(...programs);
    const { seen } = await update();
    expect(seen.state).toBe('succeeded');
    expect(seen.output).toStartWith('The version of Acme Viewer on this PC is unknown.\n');
  }
});

test('an update recognizes a program by a name that was merged into the application', async () => {
  const long = (await site.admin.post('/api/applications', { appname: 'Acme Editor (64-bit)' })).data;
  const merged = await site.admin.post(`/api/applications/${long.appid}/merge`, { into: editor.appid });
  expect(merged.status).toBe(200);
  fakePrograms(['Acme Editor (64-bit)', '2.0']);
  const { claimed, seen } = await update(editor);
  expect(claimed.parameters.othernames).toEqual(['acme editor (64-bit)']);
  expect([seen.state, seen.output.split(',')[0]]).toEqual(['failed', 'Acme Editor is 2.0 on this PC']);
});

test('the agent applies an update of an older server that sends no application name', async () => {
  fakePrograms(['Acme Viewer', '2.0']);
  const old = {
    commandid: 1,
    action: 'update_app',
    parameters: { appid: viewer.appid, appversionid: 1 },
  } as const;
  expect(await performCommand(old, means)).toMatchObject({ status: 'succeeded', exitcode: 0 });
});

test('the version check compares numbers by value and text without case', () => {
  for (const [one, other, is] of [
    ['2.1', ' 2.1 ', true],
    ['2.1', '2.1.0.0', true],
    ['2.01', '2.1', true],
    ['2.1', '2.10', false],
    ['2.1-RC1', '2.1-rc1', true],
    ['2.1-rc1', '2.1-rc2', false],
    ['2.1', '2.1.0.7', false],
    ['0', '0.0', true],
  ] as const)
    expect([one, other, isSameVersion(one, other)]).toEqual([one, other, is]);
});

test('the version check writes a short, single-line message for hostile program lists', () => {
  const wanted = { appid: 1, appname: 'Acme Viewer', version: '2.1', othernames: [] };
  const rows = Array.from({ length: 5000 }, (_, n) => ({ n: 'ACME\u200b Viewer', v: `${n}.`.repeat(200) }));
  const { status, output } = checkInstalledVersion({ status: 'succeeded' }, wanted, programsOf(rows));
  expect([status, output!.length < 1000]).toEqual(['failed', true]);
  const odd = programsOf([
    { n: 'Acme Viewer', v: 3 },
    { n: ['Acme', 'Viewer'], v: null },
    { n: null, v: '1' },
  ]);
  expect(odd).toEqual([
    { name: 'Acme Viewer', version: '3' },
    { name: 'Acme,Viewer', version: undefined },
  ]);
  expect(checkInstalledVersion({ status: 'succeeded' }, wanted, odd).output).toContain(
    'Acme Viewer is 3 on this PC',
  );
  const unseen = [{ name: 'Acme Viewer', version: '\u200b\n' }];
  expect(checkInstalledVersion({ status: 'succeeded' }, wanted, unseen).output).toContain('is unknown');
  const broken = [{ name: 'Acme Viewer', version: '2.0\nAcme Viewer: installed' }];
  expect(checkInstalledVersion({ status: 'succeeded' }, wanted, broken).output).not.toContain('\n');
});
