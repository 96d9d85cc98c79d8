import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from '../agent/agent.ts';
import type { AgentContext } from '../agent/agent-context.ts';
import { EnforcementClock } from '../agent/enforce/clock.ts';
import { checkInOrders } from '../agent/orders.ts';
import { StateFile } from '../agent/state.ts';
import { createAgentContext } from './agent-context.ts';
import { type AgentServer, startServer } from './agent-server.ts';

const MINUTE_MS = 60_000;
let server: AgentServer;
let folder: string;
beforeAll(() => {
  server = startServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.reset();
  folder = mkdtempSync(join(tmpdir(), 'clock-hostile-'));
});

const means = () => createAgentContext(server.url, join(folder, 'work'));

/** Builds an entry that is applied in each run. */
const always = (Name: string, InstallArgs = `echo ${Name} >> ${join(folder, 'ran')}`) => ({
  Name,
  Type: 'CMD',
  InstallArgs,
  DetectionMethod: 'Always',
});
const ran = () => readFileSync(join(folder, 'ran'), 'utf8').trim().split('\n');

function publish(entries: object[], everyminutes: unknown = 240): void {
  const manifests = [{ scopename: 'CMM', phase: 'runtime', revision: 1, entries }];
  server.answers['/enforce/mine'] = () => ({ status: 200, data: { everyminutes, manifests } });
  server.answers['/enforce/mine/report'] = () => ({ status: 201, data: {} });
}
const restOf = (clock: EnforcementClock) => Math.round(clock.restMs / MINUTE_MS);
const calls = (path: string) => server.calls.filter((one) => one.path === `/api${path}`).length;

/** Starts an agent whose clock is due at once; it runs after the first check-in. */
function startAgent() {
  const lines: string[] = [];
  const identity = { nonce: 'n', credential: 'mw_epc_test', assetid: 1, applied: ['previous'] };
  const state = { server: server.url, pins: [], ...identity };
  const clock = new EnforcementClock(() => 0.5, 0);
  const agent = new Agent(state, new StateFile(folder), (line) => lines.push(line), { clock });
  return { agent, said: lines, running: agent.run() };
}

test('the clock caps a huge interval at one week and rejects an invalid one', async () => {
  publish([always('Tool')], 2 ** 50);
  const clock = new EnforcementClock(() => 0.5, 0);
  await clock.run(means());
  expect(restOf(clock)).toBe(7 * 24 * 60);
  for (const nonsense of [-1, 'soon', 1.5]) {
    publish([always('Tool')], nonsense);
    expect(clock.run(means())).rejects.toThrow('everyminutes');
  }
  expect(ran()).toEqual(['Tool']);
});

test('the agent uses the defaults when check-in values are invalid', () => {
  const nonsense = {
    pollseconds: 'soon',
    nextseconds: -1,
    returnseconds: null,
    alertseconds: 0,
    enforces: 1,
  };
  const without = { pollseconds: 60, returnseconds: 0, alertseconds: 60, enforces: false, serverpins: [] };
  expect(checkInOrders.parse({ ...nonsense, serverpins: [1, {}] })).toEqual(without);
  expect(checkInOrders.parse({ nextseconds: 2 ** 40 })).toEqual(without);
  expect(checkInOrders.parse({ pollseconds: 30, nextseconds: 45 })).toMatchObject({
    pollseconds: 30,
    nextseconds: 45,
  });
});

test('the clock waits for its interval and sends the report with the next run when the report is lost', async () => {
  publish([always('Tool')]);
  const lost = { ...means(), headers: () => ({}) };
  const ask = lost.connection.request.bind(lost.connection);
  let isLost = true;
  lost.connection.request = (path, asking) =>
    isLost && path.endsWith('/report') ? Promise.reject(new Error('No answer came.')) : ask(path, asking);
  const clock = new EnforcementClock(() => 0.5, 0);
  expect(await clock.run(lost)).toEqual({ changed: ['Tool'], failed: [] });
  expect([restOf(clock), calls('/enforce/mine/report')]).toEqual([240, 0]);
  isLost = false;
  await clock.run(lost);
  expect(calls('/enforce/mine/report')).toBe(1);
});

test('the clock stops a hanging entry, retries after a minute and runs the remaining entry later', async () => {
  publish([always('Hangs', 'sleep 30'), always('Waits')]);
  // A run starts an entry only with at least one second left; the other seconds allow for a slow machine.
  const clock = new EnforcementClock(() => 0.5, 0, 3);
  expect((await clock.run(means())).failed).toEqual(['Hangs']);
  expect(restOf(clock)).toBe(1);
  await clock.run(means());
  expect(restOf(clock)).toBe(240);
  publish([always('Waits')]);
  await clock.run(means());
  expect(ran()).toEqual(['Waits']);
});

test('the agent applies an undetectable entry again when it is republished after a different one', async () => {
  const once = (Name: string) => ({
    ...always('Value', `echo ${Name} >> ${join(folder, 'ran')}`),
    DetectionMethod: null,
  });
  const applied: string[] = [];
  const context: AgentContext = {
    ...means(),
    applied: {
      has: (one) => applied.includes(one),
      add: (one) => applied.push(one),
      keepOnly: (those) => applied.splice(0, applied.length, ...applied.filter((one) => those.has(one))),
    },
  };
  for (const name of ['old', 'old', 'new', 'new', 'old', 'old']) {
    publish([once(name), once('same')]);
    await new EnforcementClock(() => 0.5, 0).run(context);
  }
  expect(ran()).toEqual(['old', 'same', 'new', 'old']);
  expect(applied).toHaveLength(2);
});

test('an agent that stops during a run starts no further entry and forgets unpublished entries', async () => {
  const began = join(folder, 'began');
  publish([always('First', `touch ${began}; sleep 0.5`), always('Second')]);
  server.orders = { enforces: true };
  const { agent, running } = startAgent();
  while (!existsSync(began)) await Bun.sleep(20);
  agent.stop();
  await running;
  expect(existsSync(join(folder, 'ran'))).toBe(false);
  expect(new StateFile(folder).read()?.applied).toEqual([]);
}, 20_000);

test('the agent enforces nothing when the next check-in reports that the PC is locked', async () => {
  publish([always('Tool')]);
  let checkins = 0;
  server.answers['/endpoints/checkin'] = () => ({ status: 200, data: { enforces: ++checkins === 1 } });
  const { agent, running } = startAgent();
  await server.waitForRequest('/endpoints/checkin', 2);
  await Bun.sleep(300);
  agent.stop();
  await running;
  expect([calls('/enforce/mine'), existsSync(join(folder, 'ran'))]).toEqual([0, false]);
}, 20_000);

test('the agent sends the inventory again after a run when the server rejected it', async () => {
  publish([always('Tool')]);
  server.orders = { enforces: true, nextseconds: 1 };
  let inventoryCount = 0;
  server.answers['/collector/computers'] = () => ({ status: ++inventoryCount === 2 ? 503 : 200, data: {} });
  const { agent, running } = startAgent();
  await server.waitForRequest('/collector/computers', 3);
  agent.stop();
  await running;
  expect(ran()).toEqual(['Tool']);
}, 20_000);
