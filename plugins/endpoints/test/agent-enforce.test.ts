import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withSetting } from '../../../test/support/settings.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import type { AgentContext } from '../agent/agent-context.ts';
import { buildWindowsCommand, parseCommandLine } from '../agent/enforce/apply.ts';
import type { Entry } from '../agent/enforce/desired-manifest.ts';
import { isAtLeast, registryText } from '../agent/enforce/detect.ts';
import { performCommand } from '../agent/perform.ts';
import { createAgentContext } from './agent-context.ts';
import { startServer } from './agent-server.ts';
import { createEnrolledPc, createPc, setSharedKey, withSharedKey } from './pcs.ts';

const ENFORCE = '/api/enforce';
let site: Site;
let own: AgentContext;
let assetid: number;
let folder: string;
const work = mkdtempSync(join(tmpdir(), 'enforcing-'));
let scopeid: number;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  const type = await site.admin.post('/api/computers/types', { computertype: 'CMM' });
  const enrolled = await createEnrolledPc(site, 'cmm-7', { computertypeid: type.data.computertypeid });
  assetid = enrolled.assetid;
  own = createAgentContext(site.url, work, enrolled.agent.headers);
});
afterAll(() => site.stop());
beforeEach(async () => {
  if (scopeid) await site.admin.delete(`${ENFORCE}/scopes/${scopeid}`);
  const made = await site.admin.post(`${ENFORCE}/scopes`, { scopename: 'CMM' });
  scopeid = made.data.scopeid;
  folder = mkdtempSync(join(tmpdir(), 'enforced-'));
});

const run = (action: 'enforce_run' | 'update_app' = 'enforce_run', parameters = {}) =>
  performCommand({ commandid: 1, action, parameters }, own);

async function add(body: object): Promise<number> {
  const answer = await site.admin.post(`${ENFORCE}/scopes/${scopeid}/entries`, body);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.any(String)]);
  return answer.data.entryid;
}
async function publish() {
  const { status, text } = await site.admin.post(`${ENFORCE}/scopes/${scopeid}/publish`, {});
  expect([status, text.slice(0, 300)]).toEqual([200, expect.any(String)]);
}
const readReport = async () => (await site.admin.get(`${ENFORCE}/reports?latest=true&scopename=CMM`)).data[0];
const results = async () => {
  const { reportid } = await readReport();
  return (await site.admin.get(`${ENFORCE}/reports/${reportid}`)).data.results;
};
const actions = async () =>
  (await results()).map(({ entryname, action }: { entryname: string; action: string }) => [
    entryname,
    action,
  ]);
const createMarkedEntry = (Name: string, InstallArgs: string, more: object = {}) => ({
  Name,
  Type: 'CMD',
  InstallArgs,
  DetectionMethod: 'MarkerFile',
  DetectionPath: join(folder, `${Name}.done`),
  DetectionValue: '1',
  ...more,
});

test('the agent applies each published entry once and reports the results', async () => {
  const log = join(folder, 'ran');
  await add(createMarkedEntry('First', `echo first >> ${log}`));
  await add(createMarkedEntry('Second', `echo second >> ${log}`));
  await publish();
  expect(await run()).toMatchObject({ status: 'succeeded', exitcode: 0 });
  expect(readFileSync(log, 'utf8')).toBe('first\nsecond\n');
  expect(await readReport()).toMatchObject({
    hostname: 'cmm-7',
    assetid,
    scopename: 'CMM',
    phase: 'runtime',
    status: 'changed',
    appliedversion: '1',
  });
  expect(await actions()).toEqual([
    ['First', 'installed'],
    ['Second', 'installed'],
  ]);
  expect(await run()).toMatchObject({ status: 'succeeded' });
  expect(readFileSync(log, 'utf8')).toBe('first\nsecond\n');
  expect(await actions()).toEqual([
    ['First', 'uptodate'],
    ['Second', 'uptodate'],
  ]);
  expect((await readReport()).status).toBe('compliant');
});

test('the agent applies a changed entry again when it is published, not while it is a draft', async () => {
  const log = join(folder, 'ran');
  const entryid = await add(createMarkedEntry('Tool', `echo ran >> ${log}`));
  await publish();
  await run();
  await site.admin.put(`${ENFORCE}/entries/${entryid}`, { DetectionValue: '2' });
  await run();
  expect(readFileSync(log, 'utf8')).toBe('ran\n');
  await publish();
  await run();
  expect(readFileSync(log, 'utf8')).toBe('ran\nran\n');
  expect(await actions()).toEqual([['Tool', 'updated']]);
});

test('the agent downloads a payload by its hash, moves it into place and leaves no temporary file', async () => {
  const content = new Uint8Array(3_000_000).fill(7);
  const target = join(folder, 'deep/settings.bin');
  const entryid = await add({
    Name: 'Settings',
    Type: 'FILE',
    DetectionMethod: 'Hash',
    DetectionPath: target,
  });
  const sent = await site.admin
    .with({ 'content-type': 'application/octet-stream' })
    .raw('POST', `${ENFORCE}/entries/${entryid}/payload?filename=settings.bin`, content);
  expect(sent.status).toBe(201);
  await publish();
  expect(await run()).toMatchObject({ status: 'succeeded' });
  expect(Buffer.from(content).equals(readFileSync(target))).toBe(true);
  writeFileSync(target, 'somebody was here');
  await run();
  expect(await actions()).toEqual([['Settings', 'updated']]);
  expect(Buffer.from(content).equals(readFileSync(target))).toBe(true);
  expect(readdirSync(work)).toEqual([]);
});

test('the agent reports a failed entry with its output and applies the following entries', async () => {
  await add(createMarkedEntry('Broken', 'echo no room on the disk; exit 3'));
  await add(createMarkedEntry('Forgetful', 'true', { DetectionMethod: 'File' }));
  await add({ Name: 'For Windows', Type: 'MSI', InlinePayload: 'x' });
  await add(createMarkedEntry('Last', 'true'));
  await publish();
  const outcome = await run();
  expect(outcome).toMatchObject({ status: 'failed', exitcode: 1 });
  expect(outcome.output).toContain('Broken: failed. no room on the disk');
  expect(await results()).toMatchObject([
    { entryname: 'Broken', action: 'failed', exitcode: 3, message: 'no room on the disk' },
    {
      entryname: 'Forgetful',
      action: 'failed',
      message: 'The program ran, but the entry is still not detected.',
    },
    { entryname: 'For Windows', action: 'skipped', message: 'MSI entries require Windows.' },
    { entryname: 'Last', action: 'installed' },
  ]);
  expect((await readReport()).status).toBe('partial');
  expect(existsSync(join(folder, 'Broken.done'))).toBe(false);
});

test('a PC gets neither entries nor payloads of other PCs, and anonymous callers get 401', async () => {
  await add(createMarkedEntry('Mine', 'true', { TargetHostnames: ['cmm-*'] }));
  const other = await add({
    Name: 'Theirs',
    Type: 'CMD',
    InlinePayload: 'echo theirs',
    TargetHostnames: ['lathe-*'],
  });
  await publish();
  const { data } = await site.anonymous.with(own.headers()).get(`${ENFORCE}/mine`);
  expect(
    data.manifests.flatMap(({ entries }: { entries: Entry[] }) => entries.map(({ Name }) => Name)),
  ).toEqual(['Mine']);
  const { PayloadSha256 } = (await site.admin.get(`${ENFORCE}/scopes/${scopeid}`)).data.entries.find(
    ({ entryid }: { entryid: number }) => entryid === other,
  );
  const pc = site.anonymous.with(own.headers());
  expect((await pc.get(`${ENFORCE}/mine/payload/${PayloadSha256}`)).status).toBe(404);
  expect((await site.anonymous.get(`${ENFORCE}/mine`)).status).toBe(401);
  expect((await site.anonymous.get(`${ENFORCE}/mine/payload/${PayloadSha256}`)).status).toBe(401);
  expect((await site.anonymous.post(`${ENFORCE}/mine/report`, { results: [] })).status).toBe(401);
  const { agent } = await createEnrolledPc(site, 'lathe-1');
  const reply = await agent.get(`${ENFORCE}/mine?hostname=cmm-7`);
  expect([reply.status, reply.error?.code]).toEqual([403, 'ASSET_MISMATCH']);
});

test('the server rejects a report that names another PC and saves nothing', async () => {
  await createEnrolledPc(site, 'mill-1');
  const agent = site.anonymous.with(own.headers());
  const total = async () => (await site.admin.get(`${ENFORCE}/reports`)).meta.pagination.total;
  const before = await total();
  for (const [path, body] of [
    [`${ENFORCE}/mine/report`, { hostname: 'mill-1', results: [] }],
    [`${ENFORCE}/mine/report`, { hostname: 'nobody', results: [] }],
    [`${ENFORCE}/mine/report?hostname=mill-1`, { results: [] }],
    [`${ENFORCE}/mine/report?hostname=cmm-7`, { hostname: 'mill-1', results: [] }],
  ] as const) {
    const { status, error } = await agent.post(path, body);
    expect([path, status, error?.code]).toEqual([path, 403, 'ASSET_MISMATCH']);
  }
  await createPc(site, 'bare-1');
  await createPc(site, 'bare-2');
  const reply = await withSharedKey(site).post(`${ENFORCE}/mine/report?hostname=bare-1`, {
    hostname: 'bare-2',
  });
  expect([reply.status, reply.error?.details.issues[0].path]).toEqual([400, 'hostname']);
  expect(await total()).toBe(before);
  expect((await agent.post(`${ENFORCE}/mine/report`, { hostname: 'CMM-7', results: [] })).status).toBe(201);
  expect((await withSharedKey(site).post(`${ENFORCE}/mine/report`, { hostname: 'bare-2' })).status).toBe(201);
});

test('PCs behind one address have separate download limits', async () => {
  await add({ Name: 'Text', Type: 'CMD', InlinePayload: 'true', PCTypes: [] });
  await publish();
  const { computertypeid } = (await site.admin.get('/api/computers/types')).data[0];
  const { agent: other } = await createEnrolledPc(site, 'cmm-8', { computertypeid });
  const { data } = await site.anonymous.with(own.headers()).get(`${ENFORCE}/mine`);
  const path = `${ENFORCE}/mine/payload/${data.manifests[0].entries[0].PayloadSha256}`;
  site.clock.advance(61_000);
  await withSetting(site, 'enforce_payload_per_minute', '2', async () => {
    const mine = site.anonymous.with(own.headers());
    expect([(await mine.get(path)).status, (await mine.get(path)).status]).toEqual([200, 200]);
    expect((await mine.get(path)).status).toBe(429);
    expect((await other.get(path)).status).toBe(200);
  });
});

test('an application update applies only the published entries of this application', async () => {
  const log = join(folder, 'ran');
  const app = (await site.admin.post('/api/applications', { appname: 'PC-DMIS' })).data;
  await add(createMarkedEntry('PC-DMIS 2024', `echo dmis >> ${log}`, { appid: app.appid }));
  await add(createMarkedEntry('Other', `echo other >> ${log}`));
  await publish();
  expect(await run('update_app', { appid: app.appid })).toMatchObject({ status: 'succeeded' });
  expect(readFileSync(log, 'utf8')).toBe('dmis\n');
  const none = await run('update_app', { appid: 999_999 });
  expect(none).toEqual({
    status: 'failed',
    output: 'No published entry for this PC installs this application.',
  });
});

test('the agent does not run a payload that differs from the published hash', async () => {
  const server = startServer();
  const target = join(folder, 'ran');
  server.answers['/enforce/mine'] = () => ({
    status: 200,
    data: {
      manifests: [
        {
          scopename: 'CMM',
          phase: 'runtime',
          revision: 1,
          entries: [{ Name: 'Changed', Type: 'CMD', PayloadSha256: 'a'.repeat(64) }],
        },
      ],
    },
  });
  server.answers[`/enforce/mine/payload/${'a'.repeat(64)}`] = () => ({
    status: 200,
    data: `touch ${target}`,
  });
  server.answers['/enforce/mine/report'] = () => ({ status: 201, data: {} });
  const outcome = await performCommand(
    { commandid: 1, action: 'enforce_run', parameters: {} },
    createAgentContext(server.url, work),
  );
  expect(outcome.output).toContain('The payload does not match the published one. It was not run.');
  expect(outcome.status).toBe('failed');
  expect(existsSync(target)).toBe(false);
  server.stop();
});

test('the agent fails without the enforcement route, and succeeds when nothing is published for the PC', async () => {
  const server = startServer();
  const bare = createAgentContext(server.url, work);
  server.answers['/enforce/mine'] = () => ({ status: 404, data: { error: { code: 'NOT_FOUND' } } });
  expect(await performCommand({ commandid: 1, action: 'enforce_run', parameters: {} }, bare)).toEqual({
    status: 'failed',
    output: 'Nothing was enforced: enforcement is disabled on this appliance.',
  });
  server.answers['/enforce/mine'] = () => ({ status: 200, data: { manifests: [] } });
  expect(await performCommand({ commandid: 1, action: 'enforce_run', parameters: {} }, bare)).toEqual({
    status: 'succeeded',
    exitcode: 0,
    output: 'Nothing is published for this PC.',
  });
  server.stop();
});

test('the version check compares the numbers of two versions', () => {
  for (const [have, want, is] of [
    ['10.0.0.1', '9.9', true],
    ['2024.1', '2024.1.0', true],
    ['2024.1', '2024.1.1', false],
    ['1.2.3 (abc)', '1.2.3', true],
    ['', '1', false],
  ] as const)
    expect([have, want, isAtLeast(have, want)]).toEqual([have, want, is]);
});

test('the agent reads a value by its name from the output of reg query', () => {
  const printed =
    '\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Hexagon\r\n    Display Name    REG_SZ    PC-DMIS    2024\r\n    Build    REG_DWORD    0x10\r\n    Empty    REG_SZ\r\n    Large    REG_QWORD    0x20000000000001\r\n\r\n';
  expect(registryText(printed, 'display name')).toBe('PC-DMIS    2024');
  expect(registryText(printed, 'Build')).toBe('16');
  expect(registryText(printed, 'Large')).toBe('9007199254740993');
  expect(registryText(printed, 'Empty')).toBe('');
  expect(registryText(printed, 'Gone')).toBeUndefined();
});

test('the agent starts each entry type on Windows with its own program and arguments', () => {
  const buildCommand = (
    Type: Entry['Type'],
    InstallArgs = '/S',
    file: string | undefined = 'C:\\T\\payload',
  ) => buildWindowsCommand({ Name: 'x', Type, InstallArgs }, file);
  expect(buildCommand('MSI')).toEqual(['msiexec.exe', ['/i', '"C:\\T\\payload"', '/qn', '/norestart', '/S']]);
  expect(buildCommand('EXE')).toEqual(['C:\\T\\payload', ['/S']]);
  expect(buildCommand('REG')).toEqual(['reg.exe', ['import', '"C:\\T\\payload"']]);
  expect(buildCommand('BAT')).toEqual(['cmd.exe', ['/d', '/s', '/c', '""C:\\T\\payload" /S"']]);
  expect(buildWindowsCommand({ Name: 'x', Type: 'CMD', InstallArgs: 'dir > out.txt' }, undefined)).toEqual([
    'cmd.exe',
    ['/d', '/s', '/c', '"dir > out.txt"'],
  ]);
});

test('the agent splits a command line into arguments on Linux without a shell', () => {
  expect(parseCommandLine(`--name "Werk Süd" --path='/a b' -v $(reboot) ;`)).toEqual([
    '--name',
    'Werk Süd',
    `--path='/a`,
    `b'`,
    '-v',
    '$(reboot)',
    ';',
  ]);
});

afterAll(() => {
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith('enforced-')) rmSync(join(tmpdir(), name), { recursive: true });
});
