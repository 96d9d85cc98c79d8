import { afterAll, beforeAll, expect, test } from 'bun:test';
import { fillPath, routeNameOf } from '../contract/requests.ts';
import { openRaw } from '../runtime/raw.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

async function ask(path: string, ...headers: string[]): Promise<string> {
  return send('GET', path, ...headers);
}

async function send(method: string, path: string, ...headers: string[]): Promise<string> {
  const lines = [`${method} ${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''];
  const { ended } = await openRaw(Number(new URL(site.url).port), lines.join('\r\n'));
  return ended();
}

const PATHS = ['/api/dashboard/health', '/api/vendors', '/api/nothing', '/', '/assets', '/favicon.ico'];

test('the server returns 400 when a request has two Host headers', async () => {
  for (const path of PATHS)
    for (const [one, other] of [
      ['plant.example', 'evil.example'],
      ['plant.example', 'plant.example'],
    ]) {
      const answer = await ask(path, `Host: ${one}`, 'X-Other: 1', `host: ${other}`);
      expect([path, answer.split('\r\n')[0]]).toEqual([path, 'HTTP/1.1 400 Bad Request']);
      expect(answer).toContain('The request contains two hosts. Send one Host header.');
    }
});

test('each route returns 400 when a request has two Host headers', async () => {
  const served: string[] = [];
  for (const route of site.app.routes) {
    const answer = await send(route.method, fillPath(route), 'Host: a', 'Host: b', 'Content-Length: 0');
    if (!answer.startsWith('HTTP/1.1 400')) served.push(`${routeNameOf(route)}: ${answer.split('\r\n')[0]}`);
  }
  expect(served).toEqual([]);
});

test('the server accepts a request with one Host header', async () => {
  expect(await ask('/api/dashboard/health', 'Host: plant.example')).toStartWith('HTTP/1.1 200');
});
