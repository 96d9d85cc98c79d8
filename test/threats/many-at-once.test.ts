import { afterAll, beforeAll, expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openRaw } from '../runtime/raw.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let port: number;
beforeAll(async () => {
  site = await startSite();
  port = Number(new URL(site.url).port);
});
afterAll(() => site.stop());

const request = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: plant.example\r\n\r\n`;
const answersIn = (text: string) => text.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0;

/** Maximum number of requests of one connection in one turn of the event loop. */
const FEW = 20;
const PATHS = [
  '/api/dashboard/health',
  '/api/registers',
  '/api/vendors',
  '/api/users',
  '/api/nothing',
  '/',
  '/x',
];

test('the server processes few of many pipelined requests and closes the connection', async () => {
  for (const path of PATHS)
    for (const method of ['GET', 'HEAD']) {
      const { ended } = await openRaw(port, request(method, path).repeat(3000));
      const answers = answersIn(await ended());
      expect([method, path, answers <= FEW]).toEqual([method, path, true]);
    }
});

test('the server responds on each of 30 concurrent connections', async () => {
  const connections = await Promise.all(
    Array.from({ length: 30 }, () => openRaw(port, request('GET', '/api/dashboard/health'))),
  );
  for (const { until, socket } of connections) {
    expect(await until('}}')).toStartWith('HTTP/1.1 200');
    socket.destroy();
  }
});

test('the server keeps a connection open for 50 sequential requests', async () => {
  const { socket, received, until } = await openRaw(port, '');
  for (let count = 1; count <= 50; count++) {
    socket.write(request('HEAD', '/api/vendors'));
    while (answersIn(received()) < count) {
      await until('HTTP/1.1');
      await delay(1);
    }
  }
  expect(answersIn(received())).toBe(50);
  socket.destroy();
});
