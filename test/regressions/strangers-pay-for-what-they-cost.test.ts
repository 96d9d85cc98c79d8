import { afterAll, beforeAll, expect, test } from 'bun:test';
import { z } from 'zod';
import { plugins } from '../../plugins/index.ts';
import { api, routeOptions } from '../../src/kit/http/api.ts';
import { csvResponse } from '../../src/kit/http/csv.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { TimeSlice, yieldToEventLoop } from '../../src/kit/time-slice.ts';
import { COLLECTOR_KEY, PASSWORD, type Site, startSite } from '../support/site.ts';

/** The stopwatch of the site. It advances only by work. */
let elapsed = 0;

/** Simulates work of this many milliseconds of the stopwatch. */
function work(ms: number): void {
  elapsed += ms;
}

function* rows(count: number, ms: number) {
  for (let n = 0; n < count; n++) {
    work(ms);
    yield { n };
  }
}

const effort = definePlugin({
  id: 'effort',
  title: 'Effort',
  description: 'Routes that cost something',
  routes: () => [
    api('/api/effort')
      .get(
        '/:kind/:ms',
        ({ params: { ms } }) => {
          work(ms);
          return { ms };
        },
        routeOptions({
          access: 'optional',
          summary: 'At once',
          params: z.object({ kind: z.string(), ms: z.coerce.number() }),
        }),
      )
      .get(
        '/open',
        () => {
          work(260);
          return {};
        },
        routeOptions({ access: 'open', summary: 'Every caller' }),
      )
      .get(
        '/waits',
        async () => {
          for (let n = 0; n < 20; n++) await yieldToEventLoop();
          return {};
        },
        routeOptions({ access: 'optional', summary: 'Waits, and does nothing' }),
      )
      .get(
        '/turns',
        async ({ call }) => {
          const turn = call.createTimeSlice();
          for (let n = 0; n < 120; n++) {
            work(10);
            if (turn.isOver) await turn.next();
          }
          return {};
        },
        routeOptions({ access: 'optional', summary: 'In turns' }),
      )
      .post(
        '/body',
        () => {
          work(260);
          return {};
        },
        routeOptions({
          access: 'optional',
          summary: 'After a body',
          body: z.object({ text: z.string() }),
          status: 200,
        }),
      )
      .get(
        '/csv',
        () =>
          csvResponse({ filename: 'effort.csv', columns: [{ key: 'n', title: 'n' }] }, () => ({
            rows: rows(40, 10),
            close: () => undefined,
          })),
        routeOptions({ access: 'optional', summary: 'As a document', produces: 'text/csv' }),
      ),
  ],
});

let site: Site;
/** Unlimited while the site is created. */
let budget = Number.POSITIVE_INFINITY;
beforeAll(async () => {
  site = await startSite({
    plugins: [...plugins, effort],
    strangersMs: () => budget,
    elapsed: () => elapsed,
  });
  budget = 1000;
});
afterAll(() => site.stop());

const WINDOW = 11_000;
const ask = (path: string) => site.anonymous.get(`/api/effort/${path}`);
const later = () => site.clock.advance(WINDOW);

test('an anonymous address gets 429 when its CPU share is used up, and is served again later', async () => {
  later();
  expect((await ask('at-once/260')).status).toBe(200);
  for (let n = 0; n < 3; n++) await ask('at-once/260');
  const refused = await ask('at-once/1');
  expect([refused.status, refused.error.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.error.message).toMatch(
    /^Too many anonymous requests from this address\. Wait \d+ seconds and try again\.$/,
  );
  expect((await site.anonymous.get('/api/assets')).status).toBe(429);
  later();
  expect((await ask('at-once/1')).status).toBe(200);
});

test('a sign-in and the health probe succeed when the CPU share of the address is used up', async () => {
  later();
  for (let n = 0; n < 4; n++) await ask('at-once/260');
  expect((await ask('at-once/1')).status).toBe(429);
  const signIn = async (password: string) =>
    (await site.anonymous.post('/api/auth/login', { username: 'admin', password })).status;
  expect([await signIn('wrong'), await signIn(PASSWORD)]).toEqual([401, 200]);
  expect((await site.anonymous.get('/api/dashboard/health')).status).toBe(200);
});

/** Sends a body in two parts, in different turns of the event loop. */
const sendSlowly = () => {
  const pieces = ['{"text": ', '"slow"}'];
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) return controller.close();
      if (pieces.length === 0) await yieldToEventLoop();
      controller.enqueue(new TextEncoder().encode(piece));
    },
  });
  return site.anonymous.with({ 'content-type': 'application/json' }).raw('POST', '/api/effort/body', body);
};

test('the CPU account counts requests with slow bodies and refuses some of many concurrent ones', async () => {
  later();
  const answers = await Promise.all(Array.from({ length: 12 }, sendSlowly));
  const taken = answers.filter(({ status }) => status === 200).length;
  expect([answers.every(({ status }) => status === 200 || status === 429), taken]).toEqual([true, taken]);
  expect(taken).toBeWithin(3, 6);
  expect((await ask('at-once/1')).status).toBe(429);
});

test('the server refuses a body with too many keys or items, and sooner without a sign-in', async () => {
  later();
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 0]));
  const login = (more: object) =>
    site.anonymous.post('/api/auth/login', { username: 'a', password: 'b', ...more });
  expect((await login(keys(400))).status).toBe(401);
  expect((await login(keys(600))).error.code).toBe('PAYLOAD_TOO_LARGE');
  expect((await login({ text: 'x'.repeat(65_536) })).error.code).toBe('PAYLOAD_TOO_LARGE');
  const view = (more: object) =>
    site.admin.post('/api/savedviews', { viewname: 'v', page: '/assets', query: '', ...more });
  expect((await view({ x: [keys(15_000)] })).status).not.toBe(413);
  expect((await view({ x: [keys(21_000)] })).error.message).toBe(
    'The objects in this body contain more than 20000 keys.',
  );
  expect((await view({ x: Array(50_002).fill(0) })).error.message).toBe(
    'The lists in this body contain more than 50000 items.',
  );
});

test('a signed-in caller is not limited by the CPU account of anonymous callers', async () => {
  later();
  for (let n = 0; n < 6; n++) expect((await site.admin.get('/api/effort/at-once/260')).status).toBe(200);
  expect((await ask('at-once/1')).status).toBe(200);
  for (let n = 0; n < 4; n++) await ask('at-once/260');
  expect((await ask('open')).status).toBe(429);
  expect((await site.admin.get('/api/effort/at-once/260')).status).toBe(200);
  expect((await site.admin.get('/api/effort/open')).status).toBe(200);
  const machine = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  expect((await machine.get('/api/effort/open')).status).toBe(200);
  expect((await site.anonymous.bearer('nonsense').get('/api/effort/open')).status).toBe(429);
});

test('a waiting request costs nothing and is not charged for concurrent expensive work', async () => {
  later();
  const waiting = Array.from({ length: 10 }, () => ask('waits'));
  const signedIn = Array.from({ length: 6 }, () => site.admin.get('/api/effort/at-once/260'));
  for (const answer of await Promise.all([...waiting, ...signedIn])) expect(answer.status).toBe(200);
  expect((await ask('at-once/1')).status).toBe(200);
});

test('the CPU account counts each time slice and stops work when the share is used up', async () => {
  later();
  expect((await ask('turns')).status).toBe(429);
  later();
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask('turns')));
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
});

test('the CPU account charges the caller for a CSV document', async () => {
  later();
  expect((await ask('csv')).text.trim().split('\r\n')).toHaveLength(41);
  // Without the cost of the document, four requests would succeed.
  const answers = [];
  for (let n = 0; n < 5; n++) answers.push((await ask('at-once/260')).status);
  expect(answers.filter((status) => status === 200).length).toBeLessThan(4);
});

test('a response in progress waits for more CPU time and other work is aborted', async () => {
  const events: string[] = [];
  const account = {
    begin: () => void events.push('begin'),
    end: () => void events.push('end'),
    wait: () => 30,
    enter: () => undefined,
    elapsed: () => elapsed,
    refuse: () => {
      throw new Error('used up');
    },
  };
  const turn = new TimeSlice(account, 5);
  // Timers of equal length end in the order in which they started.
  setTimeout(() => events.push('a wait as long'), 30);
  await turn.nextAtLeisure();
  expect([turn.isOver, events]).toEqual([false, ['end', 'a wait as long', 'begin']]);
  await expect(turn.next()).rejects.toThrow('used up');
  expect(events.filter((one) => one === 'begin')).toHaveLength(1);
});
