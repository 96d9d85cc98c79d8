import { afterAll, beforeAll, expect, test } from 'bun:test';
import { openRaw, requestHead } from '../runtime/raw.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const rows = () => site.app.host.db.read((reader) => reader.value('SELECT count(*) FROM assets'));

const portOf = () => Number(new URL(site.url).port);
const length = (bytes: number) => ['Content-Type: application/json', `Content-Length: ${bytes}`];

test('200 slow bodies do not block other callers', async () => {
  const slow = await Promise.all(
    Array.from({ length: 200 }, () => openRaw(portOf(), requestHead('POST /api/auth/login', ...length(100)))),
  );
  for (const piece of ['{', '"', 'u']) {
    for (const { socket } of slow) socket.write(piece);
    expect((await site.anonymous.get('/api/dashboard/health')).status).toBe(200);
  }
  expect(slow.filter(({ received, socket }) => received() !== '' || socket.destroyed)).toEqual([]);
  for (const { socket } of slow) socket.destroy();
  expect((await site.anonymous.get('/api/dashboard/health')).status).toBe(200);
});

test('an anonymous caller gets 401 before the body is read', async () => {
  const broken = await openRaw(portOf(), `${requestHead('POST /api/assets', ...length(5_000_000))}{`);
  expect(await broken.until('\r\n\r\n')).toStartWith('HTTP/1.1 401');
  broken.socket.destroy();
});

test('SQL in parameters is treated as text or refused', async () => {
  const before = rows();
  const evil = [
    "'; DROP TABLE assets; --",
    '1 OR 1=1',
    'assetnumber; DELETE FROM users',
    '" OR ""="',
    'a* NEAR/2 b',
    '{body} : x',
    '\\',
    '%',
    '_',
    "x'||'y",
  ];
  for (const text of evil) {
    const coded = encodeURIComponent(text);
    expect((await site.anonymous.get(`/api/assets?sort=${coded}`)).status).toBe(400);
    expect((await site.anonymous.get(`/api/assets?dir=${coded}`)).status).toBe(400);
    expect((await site.anonymous.get(`/api/assets?statusid=${coded}`)).status).toBe(400);
    for (const path of [
      `/api/assets?search=${coded}`,
      `/api/assets?type=${coded}`,
      `/api/computers?assetnumber=${coded}`,
      `/api/computers/by-hostname/${coded}`,
    ]) {
      expect([200, 404]).toContain((await site.anonymous.get(path)).status);
    }
    for (const path of [
      `/api/search?q=${coded}`,
      `/api/search/suggest?q=${coded}`,
      `/api/auditlogs?search=${coded}`,
    ]) {
      expect((await site.admin.get(path)).status).toBe(200);
    }
  }
  expect(rows()).toBe(before);
});

test('400 PCs behind one address, some with a wrong key, are not locked out', async () => {
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, n) =>
      site.anonymous
        .with({ 'x-api-key': n % 20 === 0 ? 'wrong' : COLLECTOR_KEY })
        .get('/api/collector/status'),
    ),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(380);
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(20);
});

test('no response sets a cookie or allows other origins', async () => {
  for (const origin of ['https://evil.example', 'null', site.url]) {
    const client = site.admin.with({ origin });
    for (const answer of [
      await client.get('/api/auth/me'),
      await client.get('/api/settings'),
      await client.post('/api/vendors', { vendor: `of ${origin}` }),
    ]) {
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  }
  expect(
    (
      await site.anonymous
        .with({ origin: 'https://evil.example', 'access-control-request-method': 'POST' })
        .raw('OPTIONS', '/api/vendors')
    ).status,
  ).toBe(404);
});

test('the server returns 400 to a write that is not JSON', async () => {
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const answer = await site.admin
      .with({ 'content-type': type })
      .raw('POST', '/api/vendors', '{"vendor":"Forged"}');
    expect(answer.status).toBe(400);
  }
});

test('the server uses forwarded headers only from the trusted number of proxies', async () => {
  const behind = await startSite({ config: { trustedProxies: 1 } });
  const ip = async (headers: Record<string, string>) => {
    const { data } = await behind.admin.with(headers).post('/api/vendors', { vendor: crypto.randomUUID() });
    return (await behind.admin.get(`/api/auditlogs?entitytype=vendor&entityid=${data.vendorid}`)).data[0]
      .ipaddress;
  };
  expect(await ip({ 'x-forwarded-for': '1.2.3.4, 10.9.8.7' })).toBe('10.9.8.7');
  expect(await ip({ 'x-forwarded-for': '10.9.8.7, junk' })).toBe('unknown via 127.0.0.1');
  expect(await ip({ 'x-forwarded-for': '::ffff:10.0.0.5' })).toBe('10.0.0.5');
  expect(await ip({ 'x-real-ip': '10.9.8.7' })).toBe('127.0.0.1');
  behind.stop();
});
