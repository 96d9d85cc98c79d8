import { afterAll, beforeAll, expect, test } from 'bun:test';
import { request as httpRequest } from 'node:http';
import { hostname } from 'node:os';
import { Origins } from '../../src/kit/http/origins.ts';
import { OwnNames } from '../../src/kit/http/own-names.ts';
import { switchAllOn } from '../contract/requests.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let port: string;
beforeAll(async () => {
  site = await startSite();
  port = new URL(site.url).port;
});
afterAll(() => site.stop());

let made = 0;
const write = (headers: Record<string, string>) =>
  site.admin.with(headers).post('/api/vendors', { vendor: `Vendor ${++made}` });

test('a write returns 403 when its Origin is another site', async () => {
  expect((await write({})).status).toBe(201);
  expect((await write({ origin: site.url })).status).toBe(201);
  for (const origin of [
    'https://evil.example',
    `http://127.0.0.1:${Number(port) + 1}`,
    `https://127.0.0.1:${port}`,
    `http://localhost:${port}`,
    'null',
    'file://',
    'chrome-extension://abc',
    'not an address',
    '',
  ]) {
    const answer = await write({ origin });
    expect([origin, answer.status, answer.error?.code]).toEqual([origin, 403, 'FORBIDDEN']);
  }
});

/**
 * Returns the status of a request with this `Host`. It does not use `fetch`, which may not send a foreign
 * host name.
 */
function statusCalledAt(host: string): Promise<number> {
  const headers = {
    ...site.admin.headers,
    'content-type': 'application/json',
    host: `${host}:${port}`,
    origin: `http://${host}:${port}`,
  };
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, path: '/api/vendors', method: 'POST', headers });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.end(JSON.stringify({ vendor: `Vendor ${++made}` }));
  });
}

test('a write returns 403 when the host name is not one of the server', async () => {
  expect(await statusCalledAt('rebound.example')).toBe(403);
  for (const host of ['localhost', hostname(), '127.0.0.1'])
    expect([host, await statusCalledAt(host)]).toEqual([host, 201]);
});

test('a write with the origin of site_url is accepted', async () => {
  await site.admin.put('/api/settings/site_url', { value: 'https://assets.plant.example/millwright' });
  expect((await write({ origin: 'https://assets.plant.example' })).status).toBe(201);
  for (const origin of ['http://assets.plant.example', 'https://assets.plant.example:8443'])
    expect((await write({ origin })).status).toBe(403);
});

test('a foreign origin may read, and each write route returns 403', async () => {
  await switchAllOn(site);
  const foreign = site.anonymous.with({ origin: 'https://evil.example', 'content-type': 'application/json' });
  expect((await foreign.get('/api/vendors')).status).toBe(200);
  for (const { method, path } of site.app.routes.filter((route) => route.method !== 'GET')) {
    const answer = await foreign.raw(method, path.replace(/:[^/]+/g, '1'), '{}');
    expect([method, path, answer.status, answer.error?.code]).toEqual([method, path, 403, 'FORBIDDEN']);
  }
});

test('an open write route returns 400 when the content type is not JSON', async () => {
  const body = JSON.stringify({ username: 'admin', password: 'correct horse' });
  for (const type of [
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/plain; application/json',
  ])
    for (const path of ['/api/auth/login', '/api/setup/create-admin']) {
      const untyped = new Blob([body]);
      const answer = await fetch(`${site.url}${path}`, {
        method: 'POST',
        body: type === undefined ? untyped : body,
        headers: type === undefined ? {} : { 'content-type': type },
      });
      expect([type, path, answer.status]).toEqual([type, path, 400]);
    }
  const typed = site.anonymous.with({ 'content-type': 'application/json; charset=utf-8' });
  expect((await typed.raw('POST', '/api/auth/login', body)).status).toBe(200);
});

test('the server compares the origin with the forwarded host behind a trusted proxy', async () => {
  const origins = (trustedProxies: number) =>
    new Origins({
      siteUrl: () => '',
      trustedProxies,
      schemeOf: (req) => (req.url.startsWith('https:') ? 'https' : 'http'),
      ownNames: new OwnNames(async () => ['box', '10.0.0.5', '*.plant.example']),
    });
  const verdict = async (proxies: number, url: string, headers: Record<string, string>) =>
    origins(proxies)
      .check(new Request(url, { method: 'POST', headers: { host: new URL(url).host, ...headers } }))!
      .then(
        () => 'passes',
        () => 'refused',
      );
  const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'assets.example' };
  const origin = 'https://assets.example';
  expect(await verdict(1, 'http://127.0.0.1:8443/x', { ...proxied, origin })).toBe('passes');
  expect(await verdict(1, 'http://127.0.0.1:8443/x', { ...proxied, origin: 'https://evil.example' })).toBe(
    'refused',
  );
  expect(await verdict(1, 'https://assets.example/x', { origin })).toBe('passes');
  expect(await verdict(0, 'http://127.0.0.1:8443/x', { ...proxied, origin })).toBe('refused');
  expect(await verdict(0, 'https://assets.example/x', { origin })).toBe('refused');
  expect(await verdict(0, 'https://Box/x', { origin: 'https://box' })).toBe('passes');
  expect(await verdict(0, 'https://10.0.0.5:8443/x', { origin: 'https://10.0.0.5:8443' })).toBe('passes');
  expect(await verdict(0, 'https://a.plant.example/x', { origin: 'https://a.plant.example' })).toBe('passes');
  expect(await verdict(0, 'https://[::1]:8443/x', { origin: 'https://[::1]:8443' })).toBe('passes');
  expect(await verdict(0, 'https://localhost/x', { origin: 'https://localhost:443' })).toBe('passes');
});
