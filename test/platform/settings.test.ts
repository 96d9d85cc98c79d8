import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, startMailServer } from '../support/receivers.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());
afterEach(() => {
  expect(JSON.stringify(site.log)).not.toContain('hunter2');
  expect(JSON.stringify(site.log)).not.toContain(PASSWORD);
});

const set = (key: string, value: unknown) => site.admin.put(`/api/settings/${key}`, { value });
/** Configures a mail server on this machine. */
async function setMailServer(port: number | string) {
  await set('smtp_host', '127.0.0.1');
  await set('smtp_port', port);
  await set('smtp_security', 'none');
  await set('smtp_from', 'millwright@plant.example');
}

test('an anonymous caller reads public settings and gets 404 for all others', async () => {
  const listed = (await site.anonymous.get('/api/settings')).data.map(
    (setting: { key: string }) => setting.key,
  );
  expect(listed).toContain('site_name');
  expect(listed).toContain('branding_accent');
  expect(listed).not.toContain('smtp_host');
  expect((await site.anonymous.get('/api/settings/smtp_host')).status).toBe(404);
  expect((await site.anonymous.get('/api/settings/smtp_password')).status).toBe(404);
  expect((await site.anonymous.get('/api/settings/site_name')).status).toBe(200);
});

test('a secret is encrypted at rest and masked, and a sent mask keeps it unchanged', async () => {
  const site = await startSite();
  const set = (key: string, value: unknown) => site.admin.put(`/api/settings/${key}`, { value });
  await set('smtp_password', 'hunter2-hunter2');
  const reply = await site.admin.get('/api/settings/smtp_password');
  expect(reply.data).toMatchObject({ value: '********', issecret: true });
  await set('smtp_password', '********');
  expect(site.app.host.settings.text('smtp_password')).toBe('hunter2-hunter2');
  const database =
    readFileSync(join(site.data, 'millwright.db'), 'latin1') +
    readFileSync(join(site.data, 'millwright.db-wal'), 'latin1');
  expect(database).not.toContain('hunter2-hunter2');
  const audit = await site.admin.get('/api/auditlogs?action=platform.setting.updated');
  expect(audit.text).not.toContain('hunter2-hunter2');
  expect(audit.data[0].details.changes.smtp_password).toEqual([null, '********']);
  expect(JSON.stringify(site.log)).not.toContain('hunter2');
  await site.stop();
});

test('a setting is created once, booleans are stored as text and PUT creates an unknown key', async () => {
  const made = await site.admin.post('/api/settings', {
    key: 'shift_length',
    value: '8',
    description: 'Hours',
  });
  expect(made.status).toBe(201);
  expect(made.data).toMatchObject({ key: 'shift_length', valuetype: 'string', category: 'general' });
  expect((await site.admin.post('/api/settings', { key: 'shift_length', value: '9' })).status).toBe(409);
  expect((await set('setup_complete', true)).data.value).toBe('true');
  expect((await set('some_new_key', 'x')).data).toMatchObject({
    key: 'some_new_key',
    value: 'x',
    valuetype: 'string',
  });
});

test('the server returns 400 when a value does not match its declaration', async () => {
  expect((await set('access_token_minutes', 'soon')).status).toBe(400);
  expect((await set('smtp_security', 'rot13')).status).toBe(400);
  expect((await set('setup_complete', 'maybe')).status).toBe(400);
  expect((await site.admin.get('/api/settings/access_token_minutes')).data.value).toBe('30');
});

test.each([
  [
    'branding_accent',
    'blue',
    'Accent color is not valid. Enter # and six digits from 0 to F, such as #1c7ed6.',
  ],
  [
    'smtp_oauth_tenant',
    'plant / example',
    'OAuth tenant is not valid. Enter the tenant ID or a domain of the tenant, such as plant.onmicrosoft.com.',
  ],
  [
    'endpoints_minimum_agent_version',
    'newest',
    'Minimum agent version for logs is not valid. Enter three numbers with dots, such as 0.1.0.',
  ],
])('a value of %s in another format returns 400 with an example', async (key, value, message) => {
  const refused = await set(key, value);
  expect([refused.status, refused.error.details.issues]).toEqual([400, [{ path: 'value', message }]]);
});

test('the list filters by category, and the seed creates missing settings once', async () => {
  const mail = (await site.admin.get('/api/settings?category=mail')).data;
  expect(mail.every((setting: { category: string }) => setting.category === 'mail')).toBe(true);
  expect((await site.admin.post('/api/settings/seed')).data.created).toBeGreaterThan(5);
  expect((await site.admin.post('/api/settings/seed')).data.created).toBe(0);
});

test('any user reads settings, and settings.edit is required to write', async () => {
  const user = await site.userWith('assets.view');
  expect((await user.get('/api/settings/smtp_host')).status).toBe(200);
  expect((await user.put('/api/settings/smtp_host', { value: 'mail' })).status).toBe(403);
});

test('the test mail names the missing mail server before the missing recipient', async () => {
  const test = async () => (await site.admin.post('/api/settings/test-email', {})).data;
  for (const key of ['smtp_host', 'alert_recipients']) await set(key, '');
  expect(await test()).toMatchObject({ sent: false, error: expect.stringMatching(/^No mail server/) });
  await setMailServer('1');
  expect(await test()).toMatchObject({ sent: false, error: expect.stringMatching(/^Enter a recipient/) });
});

test('the test mail returns 200 without credentials when it is sent or refused', async () => {
  const server = await startMailServer();
  await setMailServer(server.port);
  await set('smtp_user', 's3cret-user');
  // Last, because a change of the server clears the password.
  await set('smtp_password', 'hunter2-hunter2');
  const refused = await site.admin.post('/api/settings/test-email', { to: 'you@plant.example' });
  expect([refused.status, refused.data.sent]).toEqual([200, false]);
  expect(refused.text).not.toContain('s3cret-user');
  expect(refused.text).not.toContain('hunter2');
  await set('smtp_user', '');
  const sent = await site.admin.post('/api/settings/test-email', { to: 'you@plant.example' });
  expect(sent.data).toMatchObject({ sent: true, to: 'you@plant.example' });
  expect(server.mails.at(-1)).toContain('To: you@plant.example');
  server.stop();
});

test('the server refuses an invalid sender or recipient and keeps the previous value', async () => {
  const put = (key: string, value: string) => site.admin.put(`/api/settings/${key}`, { value });
  for (const [key, value] of [
    ['smtp_from', 'Plant'],
    ['smtp_from', 'a@plant.example\r\nBcc: b@plant.example <c@plant.example>'],
    ['alert_recipients', 'a@plant.example, ops'],
    ['alert_recipients', 'Ops <a@plant.example>'],
    ['reminder_recipients', 'ops'],
  ] as const) {
    const before = (await site.admin.get(`/api/settings/${key}`)).data.value;
    const { status, error } = await put(key, value);
    expect([value, status, error.details.issues[0].path]).toEqual([value, 400, 'value']);
    expect((await site.admin.get(`/api/settings/${key}`)).data.value).toBe(before);
  }
  for (const [key, value] of [
    ['smtp_from', 'Plant 1, Mill <plant@mail.example>'],
    ['smtp_from', 'plant@localhost'],
    ['alert_recipients', 'a@plant.example; b@plant.example,\nc@plant.example'],
    ['alert_recipients', ''],
  ] as const)
    expect([value, (await put(key, value)).status]).toEqual([value, 200]);
});

test('a welcome mail is retried by the outbox, and its password is not stored', async () => {
  await setMailServer('1');
  const created = await site.admin.post('/api/users', {
    username: 'newcomer',
    email: 'newcomer@plant.example',
    password: 'temporary-pass',
  });
  expect(created.status).toBe(201);
  const { outbox, db } = site.app.host;
  const row = () =>
    db.read((reader) =>
      reader.get<{ state: string; attempts: number; payload: string }>(
        'SELECT state, attempts, payload FROM outbox ORDER BY outboxid DESC LIMIT 1',
      ),
    )!;
  await eventually(() => row().attempts === 1, 'the first try');
  expect(row().payload).not.toContain('temporary-pass');
  const server = await startMailServer();
  await set('smtp_port', server.port);
  site.clock.advance(30_000);
  await outbox.drain();
  expect(row()).toMatchObject({ state: 'sent', attempts: 2, payload: '' });
  expect(server.mails[0]).toContain('temporary-pass');
  server.stop();
});

test('the server refuses a webhook address that points to the server or a reserved network', async () => {
  const guarded = await startSite({ config: { allowLoopback: false } });
  for (const value of [
    'http://127.0.0.1/x',
    'http://localhost:8443',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'http://0.0.0.0/',
    'file:///etc/passwd',
    'gopher://x',
  ]) {
    const answer = await guarded.admin.put('/api/settings/alert_webhook_url', { value });
    expect([value, answer.status]).toEqual([value, 400]);
  }
  expect(
    (await guarded.admin.put('/api/settings/alert_webhook_url', { value: 'https://hooks.plant.example/x' }))
      .status,
  ).toBe(200);
  expect(
    (await guarded.admin.post('/api/supportteams', { teamname: 'T', webhookurl: 'http://127.0.0.1/' }))
      .status,
  ).toBe(400);
  guarded.stop();
});

const png = () => {
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAUCAIAAAA7jDsBAAAAF0lEQVR4nGP4TxAwjCoYVTCqYFQBWQoAgcUJ4ZoBzsEAAAAASUVORK5CYII=',
    'base64',
  );
  return new File([bytes], 'plan.png', { type: 'image/png' });
};
const form = (file: File, fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  data.set('file', file);
  return data;
};

test('a blueprint is detected by its content, measured and served to anonymous callers', async () => {
  const made = await site.admin.upload('/api/settings/map-blueprint', form(png(), { theme: 'dark' }));
  expect(made.status).toBe(201);
  expect(made.data).toMatchObject({ width: 10, height: 20 });
  expect((await site.anonymous.get('/api/settings/map_blueprint_dark')).data.value).toBe(made.data.filename);
  const served = await site.anonymous.get(`/api/settings/map-blueprint/${made.data.filename}`);
  expect(served.headers.get('content-type')).toBe('image/png');
  expect(served.headers.get('x-content-type-options')).toBe('nosniff');
});

test('an SVG logo is served in a sandbox, and files that are not pictures are refused', async () => {
  const svg = new File(
    ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><script>alert(1)</script></svg>'],
    'logo.svg',
  );
  const made = await site.admin.upload('/api/settings/branding-logo', form(svg, { kind: 'site' }));
  const served = await site.anonymous.get(`/api/settings/branding/${made.data.filename}`);
  expect(served.headers.get('content-security-policy')).toBe(
    "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  );
  const html = new File(['<html><script>alert(1)</script></html>'], 'logo.png');
  expect((await site.admin.upload('/api/settings/branding-logo', form(html, { kind: 'site' }))).status).toBe(
    400,
  );
  expect(
    (await site.admin.upload('/api/settings/branding-logo', form(new File([], 'logo.png'), { kind: 'site' })))
      .status,
  ).toBe(400);
  expect((await site.admin.upload('/api/settings/branding-logo', form(png(), { kind: 'wall' }))).status).toBe(
    400,
  );
  expect(
    (await site.admin.upload('/api/settings/branding-logo', form(new File(['x'], 'logo.exe'), {}))).status,
  ).toBe(400);
});

test('the server returns 404 for files that are not listed', async () => {
  for (const name of [
    '..%2f..%2fsecrets.json',
    '%2e%2e%5csecrets.json',
    'x'.repeat(300),
    '%00',
    '..%c0%afsecrets.json',
    'nothing.png',
  ]) {
    expect((await site.anonymous.get(`/api/settings/branding/${name}`)).status).toBe(404);
  }
});

test('the log contains no password', async () => {
  await set('smtp_password', 'hunter2-hunter2');
  await site.anonymous.signIn('admin', PASSWORD);
  expect(JSON.stringify(site.log)).not.toContain('hunter2');
  expect(JSON.stringify(site.log)).not.toContain(PASSWORD);
});
