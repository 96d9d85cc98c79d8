import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eventually } from '../../../test/support/receivers.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { BackOff, computeStartupDelay } from '../agent/back-off.ts';
import { computeNextCheckInSeconds, computeReturnSeconds, slotOf } from '../checkin/slots.ts';
import { Polls } from '../commands/polls.ts';
import { type AgentServer, startAgent, startServer } from './agent-server.ts';
import { TestAgentTime } from './agent-time.ts';
import { createEnrolledPc, setSharedKey } from './pcs.ts';

const PCS = Array.from({ length: 14_000 }, (_, n) => n + 1);

/** Counts the PCs of each second. */
function perSecond(seconds: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const second of seconds) counts.set(second, (counts.get(second) ?? 0) + 1);
  return [...counts.values()];
}

test('14,000 PCs return 10 to 49 seconds after a stop, with fewer than 360 in each second', () => {
  const seconds = PCS.map((assetid) => computeReturnSeconds(assetid, PCS.length));
  expect([Math.min(...seconds), Math.max(...seconds)]).toEqual([10, 49]);
  expect(Math.max(...perSecond(seconds))).toBeLessThan(360);
});

test('PCs are spread as evenly when their ids are consecutive or far apart', () => {
  for (const step of [1, 2, 7, 100])
    expect(
      Math.max(...perSecond(PCS.slice(0, 700).map((n) => Math.floor(slotOf(n * step) * 35)))),
    ).toBeLessThan(26);
});

test('300 PCs return together after 10 seconds', () => {
  expect(new Set(PCS.slice(0, 300).map((assetid) => computeReturnSeconds(assetid, 300)))).toEqual(
    new Set([10]),
  );
});

test('PCs that check in at the same time are spread over the next interval and keep their slots', () => {
  for (const poll of [5, 60, 3600]) {
    let at = PCS.map(() => Date.parse('2026-01-01T12:00:00.400Z'));
    const next = (assetid: number, ms: number) =>
      ms + computeNextCheckInSeconds(assetid, poll, new Date(ms)) * 1000;
    at = at.map((ms, n) => next(n + 1, ms));
    const first = at.map((ms) => (ms - Date.parse('2026-01-01T12:00:00.400Z')) / 1000);
    expect(Math.min(...first)).toBeGreaterThanOrEqual(poll / 2);
    expect(Math.max(...first)).toBeLessThanOrEqual(poll * 1.5);
    expect(Math.max(...perSecond(at))).toBeLessThan((PCS.length / poll) * 1.3 + 5);
    // From then on, each PC checks in at its own time.
    for (let n = 1; n <= 50; n++)
      expect(computeNextCheckInSeconds(n, poll, new Date(at[n - 1]!))).toBeOneOf([poll, poll - 1, poll + 1]);
  }
});

let site: Site;
let server: AgentServer;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  server = startServer();
});
afterAll(async () => {
  server.stop();
  await site.stop();
});

test('the check-in response states the next check-in and the return time', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'slot-1');
  const seconds = () => computeNextCheckInSeconds(assetid, 60, site.clock.now());
  const before = seconds();
  const { data } = await agent.post('/api/endpoints/checkin', {});
  expect(data).toMatchObject({ pollseconds: 60, returnseconds: 10 });
  // The clock advances during the request.
  const all = [before, seconds()];
  expect(data.nextseconds).toBeWithin(Math.min(...all), Math.max(...all) + 1);
});

test('an empty poll states a pause only when thousands of PCs would poll at once', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'slot-2');
  const { status, headers } = await agent.get('/api/endpoints/commands/next?wait=0');
  expect([status, headers.get('retry-after')]).toEqual([204, null]);
  const polls = site.app.host.getInstance(Polls);
  // The count restarts with each second, so the pauses may span two of them.
  const pauses = Array.from({ length: 12_000 }, () => polls.pauseAfter(assetid, 'none'));
  expect(Math.max(...pauses)).toBe(1 + Math.floor(slotOf(assetid) * 25));
  expect(pauses[0]).toBe(0);
});

test('the server asks no PC to pause when one PC polls thousands of times', async () => {
  const { assetid } = await createEnrolledPc(site, 'slot-herd');
  const polls = site.app.host.getInstance(Polls);
  const caller = new AbortController();
  const unheld = (seconds: number) =>
    Array.from({ length: 6000 }, () =>
      polls.wait(assetid, performance.now() + seconds * 1000, caller.signal).then((outcome) => {
        if (outcome !== 'none' && outcome !== 'unheld') throw new Error(outcome);
        return polls.pauseAfter(assetid, outcome);
      }),
    );
  // The first polls do not wait. Each later poll replaces the previous one, and the last one is aborted.
  const polled = [...unheld(0), ...unheld(25)];
  caller.abort();
  expect(Math.max(...(await Promise.all(polled)))).toBe(0);
});

test('a stopping server tells each open poll when to return', async () => {
  const own = await startSite();
  await setSharedKey(own);
  const { agent } = await createEnrolledPc(own, 'slot-3');
  const poll = agent.get('/api/endpoints/commands/next?wait=25');
  const polls = own.app.host.getInstance(Polls);
  await eventually(() => polls.size > 0, 'the poll is waiting');
  own.app.beforeStop();
  const { status, headers } = await poll;
  expect([status, headers.get('retry-after')]).toEqual([204, '10']);
  const late = await agent.get('/api/endpoints/commands/next?wait=25');
  expect([late.status, late.headers.get('retry-after')]).toEqual([204, '10']);
  await own.stop();
});

const POLL = '/endpoints/commands/next';
const CHECK_IN = '/endpoints/checkin';
/** Number of periodic tasks of an agent in addition to its poll. */
const DUTIES = 4;

test('the agent sends no request before the time that the server chose, and logs no error', async () => {
  server.reset();
  server.polls = [{ status: 204, headers: { 'Retry-After': '2' } }];
  server.orders = { nextseconds: 1 };
  const time = new TestAgentTime();
  const agent = startAgent(server, undefined, undefined, time);
  await eventually(() => time.dues.length === DUTIES + 1, 'the agent has nothing to do');
  // Two seconds of Retry-After, and half of the second over which PCs are spread.
  expect(time.dues).toContain(2500);
  time.advance(1000);
  await eventually(() => time.dues.length === DUTIES + 1 && time.dues[0]! >= 2500, 'all of it waits');
  const before = server.calls.length;
  time.advance(1499);
  expect([time.dues[0], server.calls.length]).toEqual([2500, before]);
  time.advance(1);
  const second = await server.waitForRequest(POLL, 2);
  expect(server.calls[before]).toBe(second);
  await agent.stop();
  expect(agent.said).toEqual([]);
});

test.each([
  ['after nextseconds when the server sets it', { pollseconds: 30, nextseconds: 1 }],
  ['after pollseconds when the server sets no nextseconds', { pollseconds: 1 }],
])('the agent checks in %s', async (_when, orders) => {
  server.reset();
  server.orders = orders;
  const time = new TestAgentTime();
  const agent = startAgent(server, undefined, undefined, time);
  await eventually(() => time.dues.length === DUTIES, 'the agent holds its poll and waits');
  time.advance(999);
  expect([time.dues[0], server.callsOf(CHECK_IN).length]).toEqual([1000, 1]);
  time.advance(1);
  await server.waitForRequest(CHECK_IN, 2);
  await agent.stop();
});

test('the first wait after a connection loss is the return time of the server, and later ones grow', () => {
  const backOff = new BackOff(
    () => 1,
    () => 33,
  );
  expect([backOff.next(), backOff.next(), backOff.next()]).toEqual([33_000, 10_000, 20_000]);
  backOff.reset();
  expect(backOff.next()).toBe(33_000);
  const soon = new BackOff(
    () => 1,
    () => 10,
  );
  expect(soon.next()).toBe(10_000);
});

test('14,000 PCs without a return time come back 5 to 20 seconds later, fewer than 940 in each second', () => {
  const waits = PCS.map((n) => new BackOff(() => (n - 1) / PCS.length).next());
  expect(Math.min(...waits)).toBe(5000);
  expect(Math.max(...waits)).toBeWithin(19_990, 20_000);
  expect(Math.max(...perSecond(waits.map((ms) => Math.floor(ms / 1000))))).toBeLessThan(940);
});

test('the agent spreads its first retry when the server has assigned no return time', async () => {
  server.reset();
  server.answers = { [CHECK_IN]: () => ({ status: 503 }), [POLL]: () => ({ status: 503 }) };
  const waits = new Set<number>();
  for (let n = 0; n < 3; n++) {
    const time = new TestAgentTime();
    const agent = startAgent(server, undefined, undefined, time);
    await eventually(() => time.dues.length === DUTIES + 1, 'all tasks wait');
    for (const ms of time.dues.filter((due) => due > 5000 && due < 20_000)) waits.add(ms);
    await agent.stop();
  }
  // The poll and the check-in of each agent failed. Its other tasks wait exactly 5 s, or minutes.
  expect(waits.size).toBe(6);
});

test('the agent waits up to 300 random seconds when the PC has just started, and not when started later', () => {
  expect(computeStartupDelay(30, 20, () => 0.5)).toBe(15_000);
  expect(computeStartupDelay(9999, 20, () => 1)).toBe(300_000);
  expect(computeStartupDelay(0, 20, () => 1)).toBe(0);
  expect(computeStartupDelay(30, 300, () => 1)).toBe(0);
});
