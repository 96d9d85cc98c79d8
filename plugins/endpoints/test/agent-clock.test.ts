import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../test/support/receivers.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { Agent } from '../agent/agent.ts';
import { Connection } from '../agent/connection.ts';
import { EnforcementClock } from '../agent/enforce/clock.ts';
import { performCommand } from '../agent/perform.ts';
import { StateFile } from '../agent/state.ts';
import { readHostname } from '../agent/this-pc.ts';
import { createAgentContext } from './agent-context.ts';
import { createEnrolledPc, setSharedKey } from './pcs.ts';

const ENFORCE = '/api/enforce';
const MINUTE_MS = 60_000;
let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

let made = 0;

/** Enrolls a PC with its own PC type and publishes one entry for it: a command whose marker file detects it. */
async function pcWith(entry: (folder: string) => object, hostname = `clock-${made + 1}`) {
  const name = `KIND${++made}`;
  const folder = mkdtempSync(join(tmpdir(), 'clock-'));
  const type = await site.admin.post('/api/computers/types', { computertype: name });
  const { assetid, agent } = await createEnrolledPc(site, hostname, {
    computertypeid: type.data.computertypeid,
  });
  const { data: scope } = await site.admin.post(`${ENFORCE}/scopes`, { scopename: name });
  const added = await site.admin.post(`${ENFORCE}/scopes/${scope.scopeid}/entries`, {
    Name: 'Tool',
    Type: 'CMD',
    DetectionMethod: 'MarkerFile',
    DetectionPath: join(folder, 'done'),
    DetectionValue: '1',
    ...entry(folder),
  });
  expect(added.status).toBe(201);
  const publish = async (change: object = {}) => {
    await site.admin.put(`${ENFORCE}/entries/${added.data.entryid}`, change);
    const published = await site.admin.post(`${ENFORCE}/scopes/${scope.scopeid}/publish`, {});
    expect(published.status).toBe(200);
  };
  await publish();
  const means = createAgentContext(site.url, mkdtempSync(join(tmpdir(), 'clock-work-')), agent.headers);
  const reports = async () =>
    (await site.admin.get(`${ENFORCE}/reports?scopename=${name}&per_page=100`)).data as { status: string }[];
  return { assetid, hostname, agent, folder, means, reports, publish };
}
const writing = (folder: string) => ({ InstallArgs: `echo ran >> ${join(folder, 'ran')}` });
const ran = (folder: string) => readFileSync(join(folder, 'ran'), 'utf8').split('\n').length - 1;

test('the clock applies a published entry, and applies it again when its marker is gone', async () => {
  const { folder, means, reports } = await pcWith(writing);
  const clock = new EnforcementClock(() => 0.5, 0);
  expect(await clock.run(means)).toEqual({ changed: ['Tool'], failed: [] });
  expect(await clock.run(means)).toEqual({ changed: [], failed: [] });
  expect(ran(folder)).toBe(1);
  rmSync(join(folder, 'done'));
  expect(await clock.run(means)).toEqual({ changed: ['Tool'], failed: [] });
  expect(ran(folder)).toBe(2);
  expect((await reports()).map(({ status }) => status)).toEqual(['changed', 'compliant', 'changed']);
});

test('the clock reports an unchanged result once', async () => {
  const { means, reports } = await pcWith(writing);
  const clock = new EnforcementClock(() => 0.5, 0);
  for (let n = 0; n < 5; n++) await clock.run(means);
  expect((await reports()).map(({ status }) => status)).toEqual(['compliant', 'changed']);
});

const everyMinutes = (value: string) => site.admin.put('/api/settings/enforce_every_minutes', { value });
afterEach(() => everyMinutes('240'));

test('the clock uses the interval of the server with jitter, also for the first run', async () => {
  const { means } = await pcWith(writing);
  await everyMinutes('60');
  const rests = [];
  for (const random of [0, 0.999]) {
    const clock = new EnforcementClock(() => random, 0);
    await clock.run(means);
    rests.push(Math.round(clock.restMs / MINUTE_MS));
  }
  expect(rests).toEqual([54, 66]);
  const first = [0, 0.999].map((random) => Math.round(new EnforcementClock(() => random).restMs / MINUTE_MS));
  expect(first).toEqual([2, 10]);
});

test('the clock runs nothing when the interval is 0 minutes, and the command still works', async () => {
  const { folder, means, reports } = await pcWith(writing);
  await everyMinutes('0');
  const clock = new EnforcementClock(() => 0.5, 0);
  expect(await clock.run(means)).toEqual({ changed: [], failed: [] });
  expect([existsSync(join(folder, 'ran')), (await reports()).length]).toEqual([false, 0]);
  expect(Math.round(clock.restMs / MINUTE_MS)).toBe(60);
  await everyMinutes('240');
  const { status } = await performCommand({ commandid: 1, action: 'enforce_run', parameters: {} }, means);
  expect([status, ran(folder)]).toEqual(['succeeded', 1]);
});

test('the clock retries after a connection error or 401, and after an hour without the enforcement route', async () => {
  const { means } = await pcWith(writing);
  const clock = new EnforcementClock(() => 0.5, 0);
  const gone = { ...means, connection: new Connection('http://127.0.0.1:9', () => []) };
  expect(clock.run(gone)).rejects.toThrow();
  const refused = { ...means, headers: () => ({}) };
  expect(clock.run(refused)).rejects.toThrow('401');
  expect(clock.restMs).toBe(0);
  const without = { ...means, named: () => '/nothing/here' };
  expect(await clock.run(without)).toEqual({ changed: [], failed: [] });
  expect(Math.round(clock.restMs / MINUTE_MS)).toBe(60);
});

test('a clock run and a command run do not overlap', async () => {
  const overlapping = (folder: string) => ({
    InstallArgs: `mkdir ${join(folder, 'lock')} && sleep 0.3 && rmdir ${join(folder, 'lock')}`,
    DetectionMethod: 'Always',
  });
  const { means } = await pcWith(overlapping);
  const [byClock, byCommand] = await Promise.all([
    new EnforcementClock(() => 0.5, 0).run(means),
    performCommand({ commandid: 1, action: 'enforce_run', parameters: {} }, means),
  ]);
  expect(byClock).toEqual({ changed: ['Tool'], failed: [] });
  expect(byCommand.status).toBe('succeeded');
});

test('the clock applies an undetectable entry once for each change, and the command applies it each time', async () => {
  const { folder, means, publish } = await pcWith((folder) => ({
    ...writing(folder),
    DetectionMethod: null,
    DetectionPath: null,
    DetectionValue: null,
  }));
  const applied = new Set<string>();
  const context = {
    ...means,
    applied: {
      has: (one: string) => applied.has(one),
      add: (one: string) => void applied.add(one),
      keepOnly: () => undefined,
    },
  };
  const byClock = () => new EnforcementClock(() => 0.5, 0).run(context);
  expect([(await byClock()).changed, (await byClock()).changed, ran(folder)]).toEqual([['Tool'], [], 1]);
  await performCommand({ commandid: 1, action: 'enforce_run', parameters: {} }, context);
  expect(ran(folder)).toBe(2);
  await publish({ LogFile: join(folder, 'log') });
  expect([(await byClock()).changed, (await byClock()).changed, ran(folder)]).toEqual([['Tool'], [], 3]);
  await publish({ DetectionMethod: 'Always' });
  expect([(await byClock()).changed, (await byClock()).changed, ran(folder)]).toEqual([
    ['Tool'],
    ['Tool'],
    5,
  ]);
});

test('the check-in disables enforcement when the PC is locked or its policy does not allow it', async () => {
  const { assetid, hostname, agent } = await pcWith(writing);
  const enforces = async () => (await agent.post('/api/endpoints/checkin', {})).data.enforces;
  expect(await enforces()).toBe(true);
  await site.admin.put(`/api/endpoints/asset/${assetid}/lock`, { reason: 'measured by hand' });
  expect(await enforces()).toBe(false);
  await site.admin.delete(`/api/endpoints/asset/${assetid}/lock`);
  expect(await enforces()).toBe(true);
  const policy = await site.admin.post('/api/endpoints/policies', {
    policyname: 'Messages alone',
    scope: { hostname },
    allowedactions: ['message'],
    priority: 10,
  });
  expect([policy.status, await enforces()]).toEqual([201, false]);
});

test('the agent applies and reports a published entry by its own clock', async () => {
  const { assetid, agent: own, folder, reports } = await pcWith(writing, readHostname());
  const credential = own.headers['x-endpoint-credential']!;
  const file = new StateFile(mkdtempSync(join(tmpdir(), 'clock-agent-')));
  const lines: string[] = [];
  const state = { server: site.url, pins: [], nonce: 'n', credential, assetid };
  const agent = new Agent(state, file, (line) => lines.push(line), {
    clock: new EnforcementClock(() => 0, 0),
  });
  const running = agent.run();
  await eventually(() => lines.includes('enforced: Tool'), 'the agent applies the entry', 20);
  agent.stop();
  await running;
  expect([ran(folder), (await reports())[0]!.status]).toEqual([1, 'changed']);
}, 20_000);
