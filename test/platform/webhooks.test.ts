import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SYSTEM } from '../../src/kit/actor.ts';
import { isAllowedAddress } from '../../src/kit/outbound.ts';
import type { Webhook } from '../../src/kit/outbox/outbox.ts';
import { eventually } from '../support/receivers.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

function startReceiver(answer: (req: Request) => Response) {
  const got: { headers: Headers; body: unknown }[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(req) {
      got.push({ headers: req.headers, body: await req.json() });
      return answer(req);
    },
  });
  return { got, url: `http://127.0.0.1:${server.port}/hook`, stop: () => void server.stop(true) };
}

const hook = (url: string): Webhook => ({
  url,
  event: 'stock.low',
  title: 'Low stock',
  text: 'Bolt M8: 3 left',
  link: null,
  severity: 'warning',
  data: { left: 3 },
});

function send(on: Site, webhook: Webhook): number {
  return on.app.host.db.transact(
    { actor: SYSTEM, requestid: null, ipaddress: null },
    'test.webhook.sent',
    (tx) => {
      on.app.host.outbox.webhook(tx, webhook);
      return tx.value<number>('SELECT max(outboxid) FROM outbox')!;
    },
  ).value;
}

const row = (on: Site, id: number) =>
  on.app.host.db.read((reader) =>
    reader.get<{ state: string; attempts: number; lasterror: string | null }>(
      'SELECT state, attempts, lasterror FROM outbox WHERE outboxid = ?',
      id,
    ),
  )!;

test('a webhook is posted after the commit in the documented format', async () => {
  const receiver = startReceiver(() => new Response('ok'));
  const id = send(site, hook(receiver.url));
  await eventually(() => row(site, id).state === 'sent', 'the delivery');
  expect(receiver.got).toHaveLength(1);
  expect(receiver.got[0]!.headers.get('content-type')).toBe('application/json');
  expect(receiver.got[0]!.body).toMatchObject({
    event: 'stock.low',
    title: 'Low stock',
    text: 'Bolt M8: 3 left',
    url: null,
    severity: 'warning',
    data: { left: 3 },
    occurredat: expect.stringMatching(/Z$/),
  });
  receiver.stop();
});

test('a failed transaction sends no webhook', async () => {
  const receiver = startReceiver(() => new Response('ok'));
  const attempt = () =>
    site.app.host.db.transact(
      { actor: SYSTEM, requestid: null, ipaddress: null },
      'test.webhook.sent',
      (tx) => {
        site.app.host.outbox.webhook(tx, hook(receiver.url));
        throw new Error('changed my mind');
      },
    );
  expect(attempt).toThrow('changed my mind');
  await site.app.host.outbox.drain();
  expect(receiver.got).toHaveLength(0);
  receiver.stop();
});

test('the outbox does not follow a redirect and gives up after three attempts', async () => {
  const inside = startReceiver(() => new Response('secrets'));
  const receiver = startReceiver(
    () => new Response(null, { status: 302, headers: { location: inside.url } }),
  );
  const id = send(site, hook(receiver.url));
  await eventually(() => row(site, id).attempts === 1, 'the first try');
  for (const seconds of [30, 300]) {
    site.clock.advance(seconds * 1000);
    await site.app.host.outbox.drain();
  }
  expect(row(site, id)).toMatchObject({
    state: 'failed',
    attempts: 3,
    lasterror: 'The receiver returned 302.',
  });
  expect([receiver.got.length, inside.got.length]).toEqual([3, 0]);
  inside.stop();
  receiver.stop();
});

test('the outbox refuses a loopback address at delivery when a host name resolves to it', async () => {
  const guarded = await startSite({ config: { allowLoopback: false } });
  const receiver = startReceiver(() => new Response('ok'));
  const id = send(guarded, hook(receiver.url.replace('127.0.0.1', 'localhost')));
  await eventually(() => row(guarded, id).attempts === 1, 'the try');
  expect(row(guarded, id).lasterror).toContain('blocked address');
  expect(receiver.got).toHaveLength(0);
  receiver.stop();
  guarded.stop();
});

test('isAllowedAddress accepts plant networks and refuses link-local and metadata addresses', () => {
  for (const address of ['10.0.0.5', '192.168.1.1', '172.16.0.1', '8.8.8.8', 'fd12::1'])
    expect([address, isAllowedAddress(address, false)]).toEqual([address, true]);
  for (const address of [
    '169.254.169.254',
    '169.254.1.1',
    'fe80::1',
    '0.0.0.0',
    '::',
    '::ffff:169.254.169.254',
    'fd00:ec2::254',
    '224.0.0.1',
  ]) {
    expect([address, isAllowedAddress(address, true)]).toEqual([address, false]);
  }
  expect([
    isAllowedAddress('127.0.0.1', false),
    isAllowedAddress('::ffff:127.0.0.1', false),
    isAllowedAddress('127.0.0.1', true),
  ]).toEqual([false, false, true]);
});
