import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLog } from '../../../src/kit/log.ts';
import type { ClientResponse } from '../../../test/support/client.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { advanceTime } from './pcs.ts';
import { buildOf, uploadBuild, uploadCurrentBuild } from './upload-build.ts';

const TOKENS = '/api/endpoints/bootstrap-tokens';
const AGENT = '/api/endpoints/siteagent';
const SITE_URL = 'https://millwright.plant.example';
let site: Site;
/** Id of the current build for Windows. */
let windows: number;
beforeAll(async () => {
  site = await startSite();
  await setUrl(SITE_URL);
  windows = (await uploadCurrentBuild(site, '0.2.0', 'windows-x64')).data.packageid;
  await uploadCurrentBuild(site, '0.1.0', 'linux-x64');
});
// The rate limit of the address is reset before each test.
beforeEach(() => site.clock.advance(61_000));
afterAll(() => site.stop());

const setUrl = async (value: string) =>
  expect((await site.admin.put('/api/settings/site_url', { value })).status).toBe(200);

async function token(more: Record<string, unknown> = {}) {
  const { status, data, text } = await site.admin.post(TOKENS, {
    name: 'Line 3',
    publicauthority: true,
    ...more,
  });
  if (status !== 201) throw new Error(text);
  return data as { bootstraptokenid: number; secret: string; command: string; shcommand: string };
}
const rowOf = async (id: number) =>
  (await site.admin.get(`${TOKENS}?per_page=100`)).data.find(
    ({ bootstraptokenid }: { bootstraptokenid: number }) => bootstraptokenid === id,
  );
const fetchBuild = (secret: string, platform = 'windows-x64') =>
  site.anonymous.get(`${AGENT}/package?t=${secret}&platform=${platform}`);
const guardHeadersOf = ({ headers }: { headers: Headers }) => [
  headers.get('cache-control'),
  headers.get('referrer-policy'),
];
const GUARDED = ['no-store', 'no-referrer'];

test('the server shows the secret and the command lines once and stores only a hash', async () => {
  const made = await site.admin.post(TOKENS, { name: ' Line\n3 ', maxuses: 5, publicauthority: true });
  expect(made.status).toBe(201);
  const { secret, command, shcommand, ...row } = made.data;
  expect(secret).toMatch(/^mw_bst_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{43}$/);
  expect([command.includes('\n'), shcommand.includes('\n')]).toEqual([false, false]);
  expect(command).toContain(`'https://millwright.plant.example${AGENT}/bootstrap.ps1?t=${secret}'`);
  expect(shcommand).toContain(`'https://millwright.plant.example${AGENT}/bootstrap.sh?t=${secret}'`);
  expect(row).toMatchObject({ name: 'Line 3', usecount: 0, maxuses: 5, revoked: false });
  expect(row.prefix).toBe(secret.slice(0, 15));
  expect(Date.parse(row.expiresat) - Date.parse(row.createddate)).toBe(24 * 3600 * 1000);
  expect(await rowOf(row.bootstraptokenid)).toEqual(row);
  const stored = site.app.host.db.read((reader) =>
    JSON.stringify(reader.all('SELECT * FROM bootstraptokens')),
  );
  expect(stored).not.toContain(secret.slice(16));
});

test('the token list shows the creator and the state of each token', async () => {
  const { username } = (await site.admin.get('/api/auth/me')).data;
  const [spent, gone, old, live] = [
    await token({ maxuses: 1 }),
    await token(),
    await token({ expireshours: 1 }),
    await token({ expireshours: 100, maxuses: 2 }),
  ];
  await fetchBuild(spent.secret);
  await fetchBuild(live.secret);
  await site.admin.delete(`${TOKENS}/${gone.bootstraptokenid}`);
  const standing = async () =>
    Promise.all(
      [spent, gone, old, live].map(async ({ bootstraptokenid }) => (await rowOf(bootstraptokenid)).state),
    );
  expect(await standing()).toEqual(['usedup', 'revoked', 'active', 'active']);
  await advanceTime(site, 2 * 3600 * 1000);
  expect(await standing()).toEqual(['usedup', 'revoked', 'expired', 'active']);
  expect((await rowOf(live.bootstraptokenid)).createdby).toBe(username);
});

test('token routes return 403 to callers other than admins', async () => {
  const other = await site.userWith('endpoints.agentpackage', 'endpoints.view', 'settings.edit');
  for (const [method, path] of [
    ['GET', TOKENS],
    ['POST', TOKENS],
    ['DELETE', `${TOKENS}/1`],
  ] as const)
    expect([method, (await other.send(method, path)).status]).toEqual([method, 403]);
});

test('the server rejects invalid token limits and allows at most 720 hours', async () => {
  for (const wrong of [{ expireshours: 0 }, { expireshours: 721 }, { maxuses: 0 }, { name: ' ' }])
    expect([
      wrong,
      (await site.admin.post(TOKENS, { name: 'x', publicauthority: true, ...wrong })).status,
    ]).toEqual([wrong, 400]);
  const { bootstraptokenid } = await token({ expireshours: 720 });
  const { createddate, expiresat, maxuses } = await rowOf(bootstraptokenid);
  expect([Date.parse(expiresat) - Date.parse(createddate), maxuses]).toEqual([720 * 3600 * 1000, null]);
});

test('a build download uses up one use of the token; HEAD requests and scripts use none', async () => {
  const { bootstraptokenid, secret } = await token({ maxuses: 2 });
  const uses = async () => (await rowOf(bootstraptokenid)).usecount;
  for (const path of [`bootstrap.ps1?t=${secret}`, `bootstrap.sh?t=${secret}`]) {
    const script = await site.anonymous.get(`${AGENT}/${path}`);
    expect([script.status, script.headers.get('content-type'), guardHeadersOf(script)]).toEqual([
      200,
      'text/plain; charset=utf-8',
      GUARDED,
    ]);
  }
  const address = `${AGENT}/package?t=${secret}&platform=windows-x64`;
  for (let n = 0; n < 3; n++) {
    const head = await site.anonymous.raw('HEAD', address);
    expect([head.status, head.text]).toEqual([200, '']);
  }
  expect(await uses()).toBe(0);
  const got = await fetchBuild(secret);
  expect([got.status, got.text, guardHeadersOf(got)]).toEqual([
    200,
    buildOf('0.2.0', 'windows-x64'),
    GUARDED,
  ]);
  expect(got.headers.get('x-build-warning')).toBeNull();
  expect(await uses()).toBe(1);
  const linux = await fetchBuild(secret, 'linux-x64');
  expect(linux.headers.get('x-build-warning')).toBe(
    'The current build for linux-x64 is 0.1.0; for windows-x64 it is 0.2.0 already.',
  );
  expect([await uses(), (await fetchBuild(secret)).status]).toEqual([2, 404]);
});

test('a token with one use left permits one of 20 parallel downloads', async () => {
  const { secret } = await token({ maxuses: 1 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetchBuild(secret)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('the server returns the same 404 for each invalid token', async () => {
  const [spent, revoked, expired, live] = [
    await token({ maxuses: 1 }),
    await token(),
    await token({ expireshours: 1 }),
    await token({ expireshours: 100 }),
  ];
  await fetchBuild(spent.secret);
  const gone = await site.admin.delete(`${TOKENS}/${revoked.bootstraptokenid}`);
  expect(gone.data).toEqual({ deleted: revoked.bootstraptokenid });
  expect((await site.admin.delete(`${TOKENS}/${revoked.bootstraptokenid}`)).status).toBe(200);
  expect((await rowOf(revoked.bootstraptokenid)).revoked).toBe(true);
  await advanceTime(site, 2 * 3600 * 1000);
  const wrong = `${live.secret.slice(0, -1)}${live.secret.endsWith('A') ? 'B' : 'A'}`;
  const secrets = [
    spent.secret,
    revoked.secret,
    expired.secret,
    wrong,
    'nonsense',
    '',
    '%00',
    `${live.secret}&t=x`,
  ];
  const bodies = new Set<string>();
  for (const [n, secret] of secrets.entries())
    for (const path of ['bootstrap.ps1?', 'bootstrap.sh?', 'package?platform=windows-x64&']) {
      const answer = await site.anonymous.get(`${AGENT}/${path}t=${secret}`);
      expect([n, path, answer.status, guardHeadersOf(answer)]).toEqual([n, path, 404, GUARDED]);
      bodies.add(JSON.stringify(answer.error));
    }
  expect(bodies.size).toBe(1);
  site.clock.advance(61_000);
  for (const path of ['bootstrap.ps1', 'package', 'package?platform=windows-x64'])
    expect((await site.anonymous.get(`${AGENT}/${path}`)).status).toBe(404);
  for (const platform of ['solaris', '', 'linux-arm64', '../x'])
    expect((await fetchBuild(live.secret, platform)).status).toBe(404);
  expect((await rowOf(live.bootstraptokenid)).usecount).toBe(0);
  expect((await fetchBuild(live.secret)).status).toBe(200);
});

test('the server returns 429 for the 31st request of an address within a minute', async () => {
  const { secret } = await token();
  const answers: ClientResponse[] = [];
  for (let n = 0; n < 31; n++) {
    const client = site.anonymous.with({ 'x-forwarded-for': `10.0.0.${n}` });
    answers.push(await client.get(`${AGENT}/bootstrap.${n % 2 ? 'ps1' : 'sh'}?t=${n % 3 ? secret : 'x'}`));
  }
  expect(answers.slice(0, 30).filter(({ status }) => status === 429)).toEqual([]);
  const last = answers[30]!;
  expect([last.status, last.error.code, guardHeadersOf(last)]).toEqual([429, 'RATE_LIMITED', GUARDED]);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fetchBuild(secret)).status).toBe(429);
  site.clock.advance(61_000);
  expect((await fetchBuild(secret)).status).toBe(200);
});

test('the server needs a site address for tokens and installers, and ignores the host header', async () => {
  const { secret } = await token();
  const spoofed = site.anonymous.with({ 'x-forwarded-host': 'evil.example', host: 'evil.example' });
  const script = await spoofed.get(`${AGENT}/bootstrap.ps1?t=${secret}`);
  expect([script.status, script.text.includes('evil.example')]).toEqual([200, false]);
  expect(script.text).toContain("$Server = 'https://millwright.plant.example'");
  try {
    await setUrl('');
    const refused = await site.admin.post(TOKENS, { name: 'x', publicauthority: true });
    expect([refused.status, refused.error.code, refused.error.details.field]).toEqual([
      409,
      'CONFLICT',
      'site_url',
    ]);
    expect((await spoofed.get(`${AGENT}/bootstrap.ps1?t=${secret}`)).status).toBe(404);
    expect((await spoofed.get(`${AGENT}/bootstrap.sh?t=${secret}`)).status).toBe(404);
  } finally {
    await setUrl(SITE_URL);
  }
});

test('a script contains the digest of the current build, not of a newer upload', async () => {
  const { secret } = await token();
  const before = await site.anonymous.get(`${AGENT}/bootstrap.ps1?t=${secret}`);
  const { data } = await uploadBuild(site, '0.3.0', 'windows-x64');
  expect((await site.anonymous.get(`${AGENT}/bootstrap.ps1?t=${secret}`)).text).toBe(before.text);
  const makeCurrent = (id: number) => site.admin.post(`/api/endpoints/packages/${id}/current`);
  try {
    await makeCurrent(data.packageid);
    const after = await site.anonymous.get(`${AGENT}/bootstrap.ps1?t=${secret}`);
    expect(after.text).toContain(`$Digest = '${data.sha256}'`);
  } finally {
    await makeCurrent(windows);
  }
});

test('a script names the missing build when its token is valid and no build is current', async () => {
  const own = await startSite();
  await own.admin.put('/api/settings/site_url', { value: 'https://millwright.plant.example' });
  const { secret } = (await own.admin.post(TOKENS, { name: 'x', publicauthority: true })).data;
  for (const [path, empty] of [
    ['bootstrap.ps1', "$Digest = ''"],
    ['bootstrap.sh', "digest_x64=''"],
  ] as const) {
    const script = await own.anonymous.get(`${AGENT}/${path}?t=${secret}`);
    expect([path, script.status, script.text.includes(empty)]).toEqual([path, 200, true]);
    expect(script.text).toContain('there is no current build for');
    expect((await own.anonymous.get(`${AGENT}/${path}?t=${secret}x`)).status).toBe(404);
  }
  expect((await own.anonymous.get(`${AGENT}/package?t=${secret}&platform=windows-x64`)).status).toBe(404);
  await own.stop();
});

test('a token appears in no log, audit row, journal, token table or metric', async () => {
  const own = await startSite();
  // The log file that the server would write, in addition to the log of the test.
  const file = openLog(join(own.data, 'logs'), () => undefined);
  await own.admin.put('/api/settings/site_url', { value: 'https://millwright.plant.example' });
  await uploadCurrentBuild(own, '0.2.0', 'windows-x64');
  const { secret, bootstraptokenid } = (await own.admin.post(TOKENS, { name: 'x', publicauthority: true }))
    .data;
  const wrong = `${secret.slice(0, -4)}AAAA`;
  for (const one of [secret, wrong])
    for (const path of ['bootstrap.ps1?', 'bootstrap.sh?', 'package?platform=windows-x64&', 'nothing?']) {
      await own.anonymous.get(`${AGENT}/${path}t=${one}`);
      await own.anonymous.post(`${AGENT}/${path}t=${one}`, {});
    }
  // A missing build file leads to a 404, not to an error that logs the address.
  await own.admin.delete(`${TOKENS}/${bootstraptokenid}`);
  for (const { level, message, fields } of own.log) file[level as 'info'](message, fields);
  file.flush();
  const metrics = await own.admin.get('/api/metrics');
  const audit = own.app.host.db.read((reader) =>
    JSON.stringify([
      reader.all('SELECT * FROM auditlogs'),
      reader.all('SELECT * FROM auditjournal'),
      reader.all('SELECT * FROM bootstraptokens'),
    ]),
  );
  const written = readFileSync(join(own.data, 'logs', 'millwright.log'), 'utf8');
  expect(audit).toContain('endpoints.bootstraptoken.used');
  expect(written).toContain('/api/endpoints/siteagent/package');
  for (const one of [secret, wrong])
    for (const text of [audit, written, metrics.text, JSON.stringify(own.log)])
      expect(text.includes(one.slice(16))).toBe(false);
  await own.stop();
});
