import { expect, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { serveUi, type UiFiles } from '../src/kit/http/static-ui.ts';

const folder = mkdtempSync(join(tmpdir(), 'millwright-ui-'));
const script = 'export const answer = 42;\n'.repeat(50);
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const files: UiFiles = {
  'index.html': {
    path: file(
      'index.html',
      '<!doctype html><html><head><base href="/"><title>M</title></head><body></body></html>',
    ),
    zipped: false,
    type: 'text/html; charset=utf-8',
    immutable: false,
    etag: 'page',
  },
  'main-a1b2c3d4.js': {
    path: file('main.js.gz', gzipSync(script)),
    zipped: true,
    type: 'text/javascript; charset=utf-8',
    immutable: true,
    etag: 'script',
  },
};
const ui = serveUi({ files, basePath: '/sub' });
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ui(new Request(`https://plant/sub${path}`, { method, headers }), path);

test('each page path returns the page with its base path and a strict policy', async () => {
  for (const path of ['/', '/machines/5', '/index.html', '/constructor', '/__proto__']) {
    const answer = get(path);
    expect(answer?.status).toBe(200);
    expect(answer?.headers.get('content-security-policy')).toContain("default-src 'self'; script-src 'self'");
    expect(answer?.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer?.headers.get('cache-control')).toBe('no-store');
    const html = await answer?.text();
    expect(html).toContain('<head><base href="/sub/"><title>');
    expect(html?.match(/<base/g)).toHaveLength(1);
  }
});

test('each page has its own nonce, which its policy requires for styles', async () => {
  const nonces = new Set<string>();
  for (const [header, value] of [
    ['accept', '*/*'],
    ['accept-encoding', 'gzip'],
    ['if-none-match', '*'],
  ] as const) {
    const answer = get('/machines/5', { [header]: value });
    expect([answer?.status, answer?.headers.get('etag')]).toEqual([200, null]);
    const policy = answer?.headers.get('content-security-policy') ?? '';
    const nonce = /style-src 'self' 'nonce-([\w-]{22})';/.exec(policy)?.[1] ?? 'none';
    expect(policy).not.toContain('unsafe');
    expect(await answer?.text()).toContain(`<meta name="style-nonce" nonce="${nonce}">`);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

test('the base path is escaped in the page', async () => {
  const answer = serveUi({ files, basePath: '/a"><script>' })(new Request('https://plant/'), '/');
  expect(await answer?.text()).toContain('<base href="/a&quot;>&lt;script>/">');
});

test('paths of the interface and other methods return null', () => {
  expect(get('/api')).toBeNull();
  expect(get('/api/users')).toBeNull();
  for (const path of [
    '//api',
    '//api/users',
    '/api//users',
    '/API/users',
    '/Api',
    '/%61pi/users',
    '/api%2fusers',
  ])
    expect([path, get(path)]).toEqual([path, null]);
  for (const path of ['/apis', '/api-guide', '/machines/api', '/%E0%A4%A'])
    expect([path, get(path)?.status]).toEqual([path, 200]);
  expect(get('/', {}, 'POST')).toBeNull();
});

test('a missing file returns 404 and not the page', () => {
  for (const path of ['/old-a1b2c3d4.js', '/x/robots.txt', '/.env', '/../package.json'])
    expect(get(path)?.status).toBe(404);
});

test('a hashed file is immutable and compressed for clients that accept gzip', async () => {
  const plain = get('/main-a1b2c3d4.js');
  expect(plain?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(plain?.headers.get('content-encoding')).toBeNull();
  expect(await plain?.text()).toBe(script);
  const zipped = get('/main-a1b2c3d4.js', { 'accept-encoding': 'br, gzip' });
  expect(zipped?.headers.get('content-encoding')).toBe('gzip');
  expect(zipped?.headers.get('vary')).toBe('accept-encoding');
  expect(gunzipSync(await zipped!.arrayBuffer()).toString()).toBe(script);
  expect(
    get('/main-a1b2c3d4.js', { 'accept-encoding': 'gzip;q=0' })?.headers.get('content-encoding'),
  ).toBeNull();
});

test('a file that the browser already has returns 304', () => {
  const path = '/main-a1b2c3d4.js';
  const tag = get(path)?.headers.get('etag') ?? '';
  expect(get(path, { 'if-none-match': tag })?.status).toBe(304);
  expect(get(path, { 'if-none-match': `W/${tag}, "other"` })?.status).toBe(304);
  expect(get(path, { 'if-none-match': '"other"' })?.status).toBe(200);
  expect(get(path, { 'if-none-match': tag, 'accept-encoding': 'gzip' })?.status).toBe(200);
});
