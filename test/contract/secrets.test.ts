import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { COLLECTOR_KEY, PASSWORD, type Site, startSite } from '../support/site.ts';

/** Everything that must be known to its owner only, gathered while the story below is told. */
const secrets: Record<string, string> = { 'collector key': COLLECTOR_KEY, 'admin password': PASSWORD };
let site: Site;

beforeAll(async () => {
  site = await startSite();
  secrets['access token'] = site.admin.session.access_token;
  secrets['refresh token'] = site.admin.session.refresh_token;
  await tokens();
  await passwords();
  await settings();
});
afterAll(() => site.stop());

async function tokens(): Promise<void> {
  const personal = await site.admin.post('/api/apitokens', { name: 'script' });
  const service = await site.admin.post('/api/apitokens', {
    name: 'agents',
    service: true,
    scopes: ['collector.ingest'],
  });
  secrets['personal token'] = personal.data.secret;
  secrets['service token'] = service.data.secret;
  for (const token of [personal.data.secret, service.data.secret]) {
    await site.stranger.bearer(token).get('/api/auth/me');
    await site.stranger.bearer(token).get(`/api/vendors?search=${token}`);
    await site.stranger.with({ 'x-api-key': token }).post('/api/collector/computers', { hostname: 'PC-1' });
  }
  await site.stranger
    .with({ 'x-api-key': COLLECTOR_KEY })
    .post('/api/collector/computers', { nothing: true });
  await site.admin.delete(`/api/apitokens/${personal.data.tokenid}`);
  await site.stranger.bearer(personal.data.secret).get('/api/vendors');
}

async function passwords(): Promise<void> {
  secrets['wrong password'] = 'canary-wrong-7731';
  await site.stranger.post('/api/auth/login', { username: 'admin', password: secrets['wrong password'] });
  secrets['new password'] = 'canary-new-5519';
  const user = await site.userWith();
  await user.post('/api/auth/change-password', {
    current_password: PASSWORD,
    new_password: secrets['new password'],
  });
  secrets['first password'] = 'canary-first-8846';
  await site.admin.post('/api/users', {
    username: 'x',
    email: 'nonsense',
    password: secrets['first password'],
  });
  await site.admin.post('/api/users', {
    username: 'somebody',
    email: 'somebody@plant.example',
    password: secrets['first password'],
    roles: [],
    sendwelcome: false,
  });
}

async function settings(): Promise<void> {
  for (const { key, issecret } of (await site.admin.get('/api/settings')).data) {
    if (!issecret) continue;
    secrets[key] = key.endsWith('_url') ? `https://hooks.example/canary-${key}` : `canary-${key}`;
    expect((await site.admin.put(`/api/settings/${key}`, { value: secrets[key] })).status).toBe(200);
  }
}

/** The names of the secrets that the text holds. */
const found = (text: string): string[] =>
  Object.keys(secrets).filter((name) => text.includes(secrets[name]!));

test('no secret is in the log', () => {
  expect(Object.keys(secrets).length).toBeGreaterThan(9);
  expect(site.log.length).toBeGreaterThan(10);
  expect(found(inspect(site.log, { depth: 20, maxArrayLength: null, maxStringLength: null }))).toEqual([]);
});

test('no secret is in the audit log, nor in what settings, users and tokens answer later', async () => {
  for (const path of [
    '/api/auditlogs?per_page=100',
    '/api/settings',
    '/api/users',
    '/api/apitokens',
    '/api/dashboard/summary',
  ]) {
    const answer = await site.admin.get(path);
    expect([path, answer.status, found(answer.text)]).toEqual([path, 200, []]);
  }
});

test('no secret lies in clear in any file of the data directory', () => {
  const files = readdirSync(site.data, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(site.data, name),
  );
  const texts = files.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path, 'latin1'));
  expect(texts.length).toBeGreaterThan(1);
  expect(found(texts.join('\n'))).toEqual([]);
});
