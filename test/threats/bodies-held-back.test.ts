import { afterAll, beforeAll, expect, test } from 'bun:test';
import { z } from 'zod';
import { plugins } from '../../plugins/index.ts';
import { api, routeOptions } from '../../src/kit/http/api.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { openRaw, requestHead } from '../runtime/raw.ts';
import { type Site, startSite } from '../support/site.ts';

const AT_ONCE = 40;
const EACH_MS = 12;

/** The stopwatch of the site. It advances only by this work. */
let elapsed = 0;
/** Maximum number of bodies that were processed in one turn of the event loop. */
let most = 0;
let inThisTurn = 0;
function work(): void {
  if (inThisTurn === 0)
    setImmediate(() => {
      inThisTurn = 0;
    });
  most = Math.max(most, ++inThisTurn);
  elapsed += EACH_MS;
}

const effort = definePlugin({
  id: 'effort',
  title: 'Effort',
  description: 'A route that costs something',
  routes: () => [
    api('/api/effort').post(
      '/body',
      () => {
        work();
        return {};
      },
      routeOptions({
        access: 'login',
        summary: 'After a body',
        body: z.object({ text: z.string() }),
        status: 200,
      }),
    ),
    api('/api/effort').post(
      '/at-once',
      () => {
        work();
        return {};
      },
      routeOptions({
        access: 'open',
        atonce: true,
        summary: 'Reads the body of an anonymous caller',
        body: z.object({ text: z.string() }),
        status: 200,
      }),
    ),
  ],
});

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, effort], elapsed: () => elapsed });
});
afterAll(() => site.stop());

/** Sends bodies except for their last byte, then all last bytes at once. Expects a response to each. */
async function letGoTogether(path: string, ...headers: string[]): Promise<void> {
  most = 0;
  const body = '{"text":"x"}';
  const length = `Content-Length: ${body.length}`;
  const first = requestHead(`POST ${path}`, 'Content-Type: application/json', length, ...headers);
  const port = Number(new URL(site.url).port);
  const connections = await Promise.all(
    Array.from({ length: AT_ONCE }, () => openRaw(port, first + body.slice(0, -1))),
  );
  // There is no signal that a request waits for its last byte. Responses to other requests ensure that all
  // were read.
  for (let n = 0; n < 2 * AT_ONCE; n++)
    expect((await site.anonymous.get('/api/dashboard/health')).status).toBe(200);
  expect(most).toBe(0);
  for (const { socket } of connections) socket.write(body.slice(-1));
  for (const { until, socket } of connections) {
    expect(await until('HTTP/1.1')).toStartWith('HTTP/1.1 200');
    socket.destroy();
  }
  // A time slice only processes bodies that arrive before it is used up.
  expect(most).toBeLessThanOrEqual(4);
}

test('a time slice processes few of many bodies that one caller completes at once', async () => {
  const user = await site.userWith();
  await letGoTogether('/api/effort/body', `Authorization: ${user.headers.authorization}`);
});

test('a time slice processes few of many anonymous bodies that are completed at once', async () => {
  await letGoTogether('/api/effort/at-once');
});
