import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Client } from '../../../test/support/client.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import {
  computeSha256,
  createEntry,
  createPcClient,
  createScope,
  requestPublish,
  sendPayload,
} from './enforce-requests.ts';

let site: Site;
let pc: Client;
let scopeid: number;
let entryid: number;
beforeAll(async () => {
  site = await startSite();
  pc = await createPcClient(site, ['enforce.fetch', 'enforce.report']);
  ({ scopeid } = await createScope(site));
  ({ entryid } = await createEntry(site, scopeid, { Name: 'Setup', Type: 'EXE' }));
});
afterAll(() => site.stop());

/** Returns the status of a request whose path is sent without normalization. */
const requestStatus = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.url);
    const socket = connect(Number(port), hostname);
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(heard)?.[1])));
    const key = pc.headers['x-api-key'];
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`);
  });

test('the server serves each payload as an octet-stream attachment', async () => {
  for (const [name, content] of [
    ['page.html', '<script>alert(1)</script>'],
    ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['../../x"\r\nSet-Cookie: a=b.png', 'not a picture'],
  ] as const) {
    const query = `filename=${encodeURIComponent(name)}`;
    expect((await sendPayload(site.admin, entryid, content, query)).status).toBe(201);
    const { status, headers, text } = await pc.get(`/api/enforce/payload/${computeSha256(content)}`);
    expect([status, text]).toEqual([200, content]);
    expect(headers.get('content-type')).toStartWith('application/octet-stream');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('content-disposition')).toStartWith('attachment');
  }
  const page = '<script>alert(2)</script>';
  await createEntry(site, scopeid, { Name: 'Page', Type: 'CMD', InlinePayload: page });
  const { headers, text } = await pc.get(`/api/enforce/payload/${computeSha256(page)}`);
  expect([text, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
    page,
    'application/octet-stream',
    'nosniff',
  ]);
  expect(headers.get('content-disposition')).toStartWith('attachment');
  expect(
    readdirSync(join(site.data, 'files/enforcepayloads')).every((name) =>
      /^[\w-]+(\.[a-z0-9]+)?$/.test(name),
    ),
  ).toBe(true);
});

test('the payload route rejects each path that is not a hash', async () => {
  const stored = 'a payload that is here';
  await sendPayload(site.admin, entryid, stored);
  const [file] = readdirSync(join(site.data, 'files/enforcepayloads'));
  const database = readFileSync(join(site.data, 'millwright.db'));
  expect(database.length).toBeGreaterThan(0);
  const spellings = ['..', '%2e%2e', '%2f', '%5c', '%00', '..%c0%af', 'C:', '/etc/passwd', 'x'.repeat(3000)];
  for (const spelling of spellings)
    for (const path of [
      `${spelling}/millwright.db`,
      `${spelling}${file}`,
      `${computeSha256(stored)}${spelling}`,
      file!,
    ]) {
      const status = await requestStatus(`/api/enforce/payload/${path}`);
      expect([path, [400, 404, 414, 431].includes(status)]).toEqual([path, true]);
    }
  expect(await requestStatus(`/api/enforce/payload/${computeSha256(stored)}`)).toBe(200);
});

test('the server rejects a report that is too large, too deep, compressed or ambiguous', async () => {
  const json = pc.with({ 'content-type': 'application/json' });
  const deep = `{"hostname":"x","results":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
  const large = JSON.stringify({ hostname: 'x', enforcerversion: 'x'.repeat(2 * 1024 * 1024) });
  const statusOf = async (body: RequestInit['body'], client = json) =>
    (await client.raw('POST', '/api/enforce/report', body)).status;
  expect(await statusOf(deep)).toBe(400);
  expect(await statusOf(large)).toBe(413);
  // In chunks without a Content-Length.
  const pieces = new ReadableStream({
    start(controller) {
      for (let n = 0; n < 40; n += 1) controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      controller.close();
    },
  });
  expect(await statusOf(pieces)).toBe(413);
  expect(await statusOf('{"hostname":"x","hostname":"y"}')).toBe(400);
  expect(await statusOf('{"hostname":"x","__proto__":{"status":"failed"}}')).toBe(400);
  const packed = json.with({ 'content-encoding': 'gzip' });
  expect(await statusOf(gzipSync(large), packed)).toBeGreaterThanOrEqual(400);
  expect((await site.admin.get('/api/enforce/reports')).meta.pagination.total).toBe(0);
});

test('the server returns 401 when only a header claims an allowed address', async () => {
  const put = (value: string) => site.admin.put('/api/settings/enforce_allowed_cidrs', { value });
  await createEntry(site, scopeid, { Name: 'Text', Type: 'CMD', InlinePayload: 'true' });
  await sendPayload(site.admin, entryid, 'bytes');
  await requestPublish(site, scopeid);
  await put('10.9.0.0/16');
  try {
    for (const name of ['x-forwarded-for', 'x-real-ip', 'true-client-ip', 'forwarded', 'cf-connecting-ip'])
      for (const value of ['10.9.0.1', '10.9.0.1, 127.0.0.1', '::ffff:10.9.0.1', 'for=10.9.0.1']) {
        const other = site.anonymous.with({ [name]: value });
        expect((await other.get('/api/enforce/manifest?pctype=x')).status).toBe(401);
        expect((await other.get(`/api/enforce/payload/${computeSha256('bytes')}`)).status).toBe(401);
        expect((await other.post('/api/enforce/report', { hostname: 'x' })).status).toBe(401);
      }
  } finally {
    await put('');
  }
});
