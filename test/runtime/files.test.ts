import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Elysia } from 'elysia';
import { type Listener, runtime } from '#runtime';
import { eventually } from '../support/receivers.ts';
import { openRaw, requestHead } from './raw.ts';

/** Longer than the timeout of a test, so a stop that uses it up never ends. */
const ENDLESS_MS = 600_000;
const LARGE = 24 * 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'millwright-files-'));
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const ten = file('ten.txt', '0123456789');
const empty = file('empty.txt', '');
const large = file('large.bin', new Uint8Array(LARGE).fill(120));

const serve = (path: string) => () =>
  runtime.fileResponse(path, new Headers({ 'content-type': 'text/plain', etag: '"ten"' }));
const app = new Elysia().get('/ten', serve(ten)).get('/empty', serve(empty)).get('/large', serve(large));

let listener: Listener;
const listen = () =>
  runtime.listen(app, runtime.createTransport(), {
    host: '127.0.0.1',
    port: 0,
    maxRequestBodySize: 1024,
    idleTimeout: 10,
  });
beforeAll(async () => {
  listener = await listen();
});
afterAll(async () => {
  await listener.stop(0);
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(listener.url + path, { method, headers });

test('the server sends a whole file with its headers', async () => {
  const answer = await ask('/ten');
  expect([answer.status, await answer.text()]).toEqual([200, '0123456789']);
  expect(answer.headers.get('content-length')).toBe('10');
  expect(answer.headers.get('content-type')).toBe('text/plain');
  expect(await (await ask('/empty')).text()).toBe('');
});

test('a HEAD request returns the length without content', async () => {
  const raw = await openRaw(listener.port, requestHead('HEAD /ten', 'Connection: close'));
  const answer = (await raw.ended()).toLowerCase();
  expect(answer).toContain('content-length: 10\r\n');
  expect(answer).toEndWith('\r\n\r\n');
});

test.each([
  ['bytes=2-4', '234', 'bytes 2-4/10'],
  ['bytes=7-', '789', 'bytes 7-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ['bytes=-300', '0123456789', 'bytes 0-9/10'],
  ['bytes=9-9', '9', 'bytes 9-9/10'],
])('the range %s of a file returns %s', async (range, part, contentRange) => {
  const answer = await ask('/ten', { range });
  expect([answer.status, await answer.text()]).toEqual([206, part]);
  expect(answer.headers.get('content-range')).toBe(contentRange);
  expect(answer.headers.get('content-length')).toBe(String(part.length));
  expect(answer.headers.get('etag')).toBe('"ten"');
});

test.each(['bytes=10-', 'bytes=20-30', 'bytes=-0'])(
  'the range %s of ten bytes returns 416',
  async (range) => {
    const answer = await ask('/ten', { range });
    expect([answer.status, await answer.text()]).toEqual([416, '']);
    expect(answer.headers.get('content-range')).toBe('bytes */10');
  },
);

test.each(['bytes=5-2', 'lines=1-2', 'bytes=a-b', 'bytes=0-1,3-4', 'bytes=-', 'bytes'])(
  'the server sends the whole file for the invalid or multiple range %s',
  async (range) => {
    const answer = await ask('/ten', { range });
    expect([answer.status, await answer.text()]).toEqual([200, '0123456789']);
  },
);

test('the server sends a range only when If-Range matches', async () => {
  expect((await ask('/ten', { range: 'bytes=2-4', 'if-range': '"ten"' })).status).toBe(206);
  expect((await ask('/ten', { range: 'bytes=2-4', 'if-range': '"other"' })).status).toBe(200);
});

test('the response contains the file when its text is read directly', async () => {
  expect(await serve(ten)().text()).toBe('0123456789');
});

test('a stop waits until a slow reader has received a large file', async () => {
  const own = await listen();
  const slow = await openRaw(own.port, '');
  slow.socket.pause();
  slow.socket.write(requestHead('GET /large', 'Connection: close'));
  // Responses to other requests prove that this request was read.
  for (let n = 0; n < 20; n++) expect((await fetch(`${own.url}/ten`)).status).toBe(200);
  const stopped = own.stop(ENDLESS_MS);
  const isRefused = () =>
    fetch(`${own.url}/ten`).then(
      () => false,
      () => true,
    );
  await eventually(isRefused, 'a new connection is refused');
  slow.socket.resume();
  const answer = await slow.ended();
  expect(answer.length - answer.indexOf('\r\n\r\n') - 4).toBe(LARGE);
  await stopped;
});
