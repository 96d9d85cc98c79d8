import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SYSTEM } from '../../src/kit/actor.ts';
import type { Mail, Webhook } from '../../src/kit/outbox/outbox.ts';
import { eventually } from '../support/receivers.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());
// The tests advance the clock by almost half an hour, which is the lifetime of a session.
beforeEach(async () => {
  site.admin = await site.anonymous.signIn('admin', PASSWORD);
});

interface ReceivedRequest {
  headers: Headers;
  body: string;
}

/** Starts a receiver of webhooks with a configurable status that stores the requests. */
function startReceiver() {
  const got: ReceivedRequest[] = [];
  const says = { status: 200 };
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(req) {
      got.push({ headers: req.headers, body: await req.text() });
      return new Response(null, { status: says.status });
    },
  });
  return { got, says, url: `http://127.0.0.1:${server.port}/hook`, stop: () => server.stop(true) };
}

const hook = (url: string, title = 'Low stock'): Webhook => ({
  url,
  event: 'stock.low',
  title,
  text: 'Bolt M8 – "3" left',
  link: null,
  severity: 'warning',
  data: { left: 3 },
});

function put(write: (outbox: Site['app']['host']['outbox'], tx: never) => void): number {
  const { db, outbox } = site.app.host;
  return db.transact({ actor: SYSTEM, requestid: null, ipaddress: null }, 'test.webhook.sent', (tx) => {
    write(outbox, tx as never);
    return tx.value<number>('SELECT max(outboxid) FROM outbox')!;
  }).value;
}
const post = (webhook: Webhook) => put((outbox, tx) => outbox.webhook(tx, webhook));
const mail = (message: Mail) => put((outbox, tx) => outbox.mail(tx, message));
const readDelivery = async (id: number) => (await site.admin.get(`/api/outbox/${id}`)).data;
const until = async (id: number, state: string) => {
  let row = await readDelivery(id);
  const isReached = async () => {
    row = await readDelivery(id);
    return row.state === state;
  };
  await eventually(isReached, `delivery ${id} is ${state}`);
  return row;
};
async function giveUp(id: number) {
  await eventually(() => attempts(id)! >= 1, 'the first try');
  for (const seconds of [30, 300]) {
    site.clock.advance(seconds * 1000);
    await site.app.host.outbox.drain();
  }
}
const attempts = (id: number) =>
  site.app.host.db.read((reader) =>
    reader.value<number>('SELECT attempts FROM outbox WHERE outboxid = ?', id),
  );
const payload = (id: number) =>
  site.app.host.db.read((reader) =>
    reader.value<string>('SELECT payload FROM outbox WHERE outboxid = ?', id),
  );

test('the outbox lists the title, recipient and error of a message without its content', async () => {
  const id = mail({ to: ['a@plant.example', 'b@plant.example'], subject: 'Welcome', text: 'Pw-canary-71' });
  await eventually(() => attempts(id) === 1, 'the first try');
  const { data, text } = await site.admin.get('/api/outbox?state=queued&search=WELC');
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({
    title: 'Welcome',
    kind: 'mail',
    recipient: 'a@plant.example, b@plant.example',
    state: 'queued',
    attempts: 1,
    lasterror: 'No mail server is set up. Enter it in the settings under Mail and alerts.',
  });
  expect(text).not.toContain('Pw-canary-71');
  expect(Object.keys(data[0])).not.toContain('payload');
  expect((await site.admin.get('/api/outbox?kind=webhook&search=welcome')).data).toEqual([]);
});

test('only admins read the outbox and retry or discard messages', async () => {
  const id = mail({ to: 'a@plant.example', subject: 'Kept', text: 'x' });
  const someone = await site.userWith('settings.edit');
  for (const [method, path] of [
    ['GET', '/api/outbox'],
    ['GET', `/api/outbox/${id}`],
    ['POST', `/api/outbox/${id}/retry`],
    ['POST', `/api/outbox/${id}/discard`],
    ['POST', '/api/outbox/retry'],
    ['POST', '/api/outbox/secret'],
  ] as const) {
    expect([path, (await site.anonymous.send(method, path)).status]).toEqual([path, 401]);
    expect([path, (await someone.send(method, path)).status]).toEqual([path, 403]);
  }
});

test('a failed delivery is sent with the same content when an admin retries it', async () => {
  const receiver = startReceiver();
  receiver.says.status = 500;
  const id = post(hook(receiver.url, 'To be mended'));
  await giveUp(id);
  expect(await readDelivery(id)).toMatchObject({
    state: 'failed',
    attempts: 3,
    lasterror: 'The receiver returned 500.',
  });
  receiver.says.status = 204;
  expect((await site.admin.post(`/api/outbox/${id}/retry`)).status).toBe(200);
  expect(await until(id, 'sent')).toMatchObject({ attempts: 1, lasterror: null });
  expect(receiver.got).toHaveLength(4);
  expect(new Set(receiver.got.map(({ body }) => body)).size).toBe(1);
  expect(new Set(receiver.got.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1);
  expect(payload(id)).toBe('');
  const [row] = (await site.admin.get('/api/auditlogs?action=outbox.delivery.retried')).data;
  expect(row).toMatchObject({ username: 'admin', entityid: id });
  expect((await site.admin.post(`/api/outbox/${id}/retry`)).status).toBe(409);
  receiver.stop();
});

test('the retry of all sends each failed delivery except discarded ones, which have no content', async () => {
  const receiver = startReceiver();
  receiver.says.status = 503;
  const [first, second, third] = [1, 2, 3].map((n) => post(hook(receiver.url, `All ${n}`)));
  for (const id of [first, second, third]) await giveUp(id!);
  expect((await site.admin.post(`/api/outbox/${third}/discard`)).data.state).toBe('discarded');
  expect(payload(third!)).toBe('');
  receiver.says.status = 200;
  const { data } = await site.admin.post('/api/outbox/retry');
  expect(data.retried).toBeGreaterThanOrEqual(2);
  for (const id of [first, second]) await until(id!, 'sent');
  expect((await readDelivery(third!)).state).toBe('discarded');
  expect((await site.admin.post(`/api/outbox/${third}/retry`)).status).toBe(409);
  receiver.stop();
});

test('a delivery that is discarded while it runs stays discarded when it fails', async () => {
  const receiver = startReceiver();
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch() {
      await gate;
      return new Response(null, { status: 500 });
    },
  });
  const id = post(hook(`http://127.0.0.1:${server.port}/`, 'Slow'));
  await eventually(() => server.pendingRequests === 1, 'the delivery is under way');
  await site.admin.post(`/api/outbox/${id}/discard`);
  release();
  await site.app.host.outbox.drain();
  expect(await readDelivery(id)).toMatchObject({ state: 'discarded' });
  receiver.stop();
  server.stop(true);
});

test('a delivery that is discarded while it waits for another one is not sent', async () => {
  const receiver = startReceiver();
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const got: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(req) {
      got.push(((await req.json()) as { title: string }).title);
      await gate;
      return new Response(null, { status: 204 });
    },
  });
  const url = `http://127.0.0.1:${server.port}/`;
  const [first, second, third] = ['First', 'Second', 'Third'].map((title) => post(hook(url, title)));
  await eventually(() => got.length === 1, 'the first delivery is under way');
  expect((await site.admin.post(`/api/outbox/${second}/discard`)).status).toBe(200);
  release();
  await until(first!, 'sent');
  await until(third!, 'sent');
  expect(got).toEqual(['First', 'Third']);
  expect(await readDelivery(second!)).toMatchObject({ state: 'discarded', attempts: 0 });
  receiver.stop();
  server.stop(true);
});

test('the dashboard counts failed deliveries', async () => {
  const id = mail({ to: 'a@plant.example', subject: 'Never', text: 'x' });
  await giveUp(id);
  const { data } = await site.admin.get('/api/dashboard/summary');
  const entry = data.attention.find(({ key }: { key: string }) => key === 'outbox');
  expect(entry).toMatchObject({ href: '/outbox?state=failed' });
  expect(entry.count).toBeGreaterThanOrEqual(1);
});

/** Runs the three lines of shell in the API document unchanged. */
async function verify(webhook: ReceivedRequest, secret: string): Promise<string> {
  const document = await (await fetch(`${site.url}/api/docs/openapi.json`)).json();
  const lines = /```bash\n(.*?)\n```/s.exec(document['x-webhooks'].event.post.description)![1]!;
  expect(lines.split('\n')).toHaveLength(3);
  const folder = mkdtempSync(join(tmpdir(), 'webhook-'));
  writeFileSync(join(folder, 'body.json'), webhook.body);
  const env = {
    PATH: process.env.PATH!,
    SECRET: secret,
    ID: webhook.headers.get('webhook-id')!,
    TIMESTAMP: webhook.headers.get('webhook-timestamp')!,
    SIGNATURE: webhook.headers.get('webhook-signature')!,
  };
  const { stdout } = Bun.spawnSync(['bash', '-c', lines], { cwd: folder, env });
  rmSync(folder, { recursive: true });
  return stdout.toString().trim();
}

test('a webhook is signed with the generated secret, and the documented shell lines verify it', async () => {
  const receiver = startReceiver();
  const unsigned = post(hook(receiver.url));
  await until(unsigned, 'sent');
  expect(receiver.got[0]!.headers.get('webhook-signature')).toBeNull();
  const { data, text } = await site.admin.post('/api/outbox/secret');
  expect(data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(text).toContain('whsec_');
  await until(post(hook(receiver.url)), 'sent');
  const [, signed] = receiver.got;
  expect(await verify(signed!, data.secret)).toBe('genuine');
  expect(await verify({ ...signed!, body: signed!.body.replace('3', '4') }, data.secret)).toBe('');
  const other = (await site.admin.post('/api/outbox/secret')).data.secret;
  expect(await verify(signed!, other)).toBe('');
  for (const path of ['/api/settings', '/api/auditlogs?pagesize=100'])
    expect((await site.admin.get(path)).text).not.toContain(other.slice(6));
  receiver.stop();
});

test('the setting webhook_secret refuses an invalid key', async () => {
  for (const value of ['secret', 'whsec_', 'whsec_short', `whsec_${'é'.repeat(40)}`]) {
    const { status } = await site.admin.put('/api/settings/webhook_secret', { value });
    expect([value, status]).toEqual([value, 400]);
  }
});

test('the search of the outbox understands the search language', async () => {
  const receiver = startReceiver();
  const ids = [];
  for (const title of ['Toner black is low', 'Toner cyan is low']) ids.push(post(hook(receiver.url, title)));
  for (const id of ids) await until(id, 'sent');
  receiver.stop();
  const search = async (text: string) => {
    const { data } = await site.admin.get(`/api/outbox?sort=title&search=${encodeURIComponent(text)}`);
    return data.map(({ title }: { title: string }) => title);
  };
  expect(await search('low toner')).toEqual(['Toner black is low', 'Toner cyan is low']);
  expect(await search('toner -cyan')).toEqual(['Toner black is low']);
  expect(await search('message:"cyan is"')).toEqual(['Toner cyan is low']);
  expect(await search('toner state:sent kind:webhook has:title')).toHaveLength(2);
  expect(await search('toner state:failed')).toEqual([]);
  expect(await search('toner nosuch:x')).toEqual([]);
});
