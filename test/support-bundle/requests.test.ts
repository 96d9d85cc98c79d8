import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/receivers.ts';
import { withSetting } from '../support/settings.ts';
import { type Site, startSite } from '../support/site.ts';
import { downloadBundle, requestBundle, unpackBundle } from './reading.ts';

setDefaultTimeout(120_000);

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const PATH = '/api/appliance/support';
const files = () => readdirSync(site.data, { recursive: true, encoding: 'utf8' }).sort();
const rows = async () =>
  (await site.admin.get('/api/auditlogs?action=appliance.support.downloaded&per_page=100')).data as {
    details: unknown;
    username: string;
  }[];

test('an admin downloads a bundle, and its README names every file', async () => {
  const before = files();
  const { 'README.txt': readme, ...bundle } = await downloadBundle(site.admin, false);
  expect(Object.keys(bundle).sort()).toEqual([
    'about.json',
    'backups.json',
    'certificate.json',
    'database.json',
    'doctor.txt',
    'errors.json',
    'figures.txt',
    'jobs.json',
    'log.txt',
    'plugins.json',
    'settings.json',
  ]);
  for (const name of Object.keys(bundle)) expect(readme).toContain(name);
  const json = (name: string) => JSON.parse(bundle[name]!);
  expect(json('about.json').appliance.version).toBe(site.app.host.version);
  expect(json('settings.json').backup_passphrase).toEqual({
    category: 'backups',
    value: 'not set',
    ischanged: false,
  });
  expect(json('plugins.json').filter(({ isrunning }: { isrunning: boolean }) => !isrunning)).toEqual([]);
  expect(json('jobs.json').length).toBe((await site.admin.get('/api/jobs')).data.length);
  expect(json('database.json').tables.users).toBe(1);
  expect(bundle['figures.txt']).toContain('millwright_build_info{');
  expect(bundle['doctor.txt']).toContain('ok     database: whole');
  expect(bundle['doctor.txt']).toContain('ok     audit log:');
  expect(files()).toEqual(before);
});

test('the file name has the site and the day, and the audit log records whether names are included', async () => {
  await withSetting(site, 'site_name', 'Werk Süd / Halle 3', async () => {
    const before = await rows();
    const response = await requestBundle(site.admin, { personal: true });
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="millwright-support-werk-sud-halle-3-\d{4}-\d\d-\d\d\.tar\.gz"/,
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect((await unpackBundle(bytes))['README.txt']).toContain('as requested');
    const [row, ...others] = await rows();
    expect(others.length).toBe(before.length);
    expect(row).toMatchObject({ username: 'admin', details: { personal: true, bytes: bytes.length } });
  });
});

test('a bundle does not contain what was typed as the user name of a failed sign-in', async () => {
  const typed = 'Correct-Horse-Battery';
  const { status } = await site.anonymous.post('/api/auth/login', { username: typed, password: 'wrong' });
  expect(status).toBe(401);
  const { message, fields } = site.log.find((line) => line.fields?.username === typed)!;
  mkdirSync(join(site.data, 'logs'), { recursive: true });
  writeFileSync(join(site.data, 'logs', 'millwright.log'), `${JSON.stringify({ message, ...fields })}\n`);
  for (const personal of [false, true]) {
    const { 'log.txt': log } = await downloadBundle(site.admin, personal);
    expect(JSON.parse(log!)).toMatchObject({ message, username: '********' });
  }
});

test('the route returns 401 or 403 unless the caller is an admin who has signed in', async () => {
  const { data } = await site.admin.post('/api/apitokens', { name: 'of an admin' });
  const editor = await site.userWith('settings.edit');
  const before = await rows();
  expect((await site.anonymous.post(PATH, {})).status).toBe(401);
  expect((await editor.post(PATH, {})).status).toBe(403);
  expect((await site.anonymous.bearer(data.secret).post(PATH, {})).status).toBe(403);
  expect(await rows()).toEqual(before);
});

test('the route returns 400 and names the field when the body is invalid', async () => {
  const answer = await site.admin.post(PATH, { personal: 'perhaps' });
  expect([answer.status, answer.error.details.issues[0].path]).toEqual([400, 'personal']);
});

test('the route returns 409 while another bundle is made', async () => {
  const [one, other] = await Promise.all([requestBundle(site.admin, {}), requestBundle(site.admin, {})]);
  expect([one.status, other.status].sort()).toEqual([200, 409]);
  expect((await requestBundle(site.admin, {})).status).toBe(200);
});

test('a bundle is canceled when the caller disconnects, and the next bundle succeeds', async () => {
  const before = await rows();
  await eventually(async () => {
    const leaving = new AbortController();
    const first = requestBundle(site.admin, {}, leaving.signal).then(
      () => 'answered',
      () => 'left',
    );
    const isBegun = (await requestBundle(site.admin, {})).status === 409;
    leaving.abort();
    return (await first) === 'left' && isBegun;
  }, 'a caller leaves while the bundle is made');
  await eventually(async () => (await requestBundle(site.admin, {})).status === 200, 'the next one is made');
  expect((await rows()).length).toBeGreaterThan(before.length);
});
