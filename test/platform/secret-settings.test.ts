import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createSystemContext } from '../../src/kit/data/tx.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const set = (key: string, value: unknown) => site.admin.put(`/api/settings/${key}`, { value });
const FIVE = [
  'smtp_password',
  'endpoints_shared_key',
  'zabbix_token',
  'hr_database_url',
  'alert_webhook_url',
];

test('the five secrets are masked in any category, even if no plugin declares them', async () => {
  for (const [n, key] of FIVE.entries()) {
    const scheme = key === 'hr_database_url' ? 'postgres' : 'https';
    const value = `${scheme}://canary-${n}.plant.example`;
    if (n < 3) await set(key, value);
    else await site.admin.post('/api/settings', { key, value, category: 'branding' });
    const view = (await site.admin.get(`/api/settings/${key}`)).data;
    expect([key, view.issecret, view.ispublic, view.value]).toEqual([key, true, false, '********']);
    expect((await site.anonymous.get(`/api/settings/${key}`)).status).toBe(404);
    expect((await site.admin.get('/api/auditlogs')).text).not.toContain(value);
  }
  const { category } = (await site.admin.get('/api/settings/alert_webhook_url')).data;
  expect(category).not.toBe('branding');
});

test('a secret that an older version stored in plain text is encrypted at the next start', async () => {
  const { db, settings, secrets } = site.app.host;
  await set('zabbix_token', 'sealed-first');
  const row = () =>
    db.read((reader) =>
      reader.get<{ value: string | null; sealed: string | null }>(
        "SELECT value, sealed FROM settings WHERE key = 'zabbix_token'",
      ),
    )!;
  db.writeUnaudited((tx) =>
    tx.runUnjournaled("UPDATE settings SET value = 'in-clear', sealed = NULL WHERE key = 'zabbix_token'"),
  );
  settings.encryptPlaintextSecrets(createSystemContext());
  expect([row().value, secrets.decrypt(row().sealed!)]).toEqual([null, 'in-clear']);
  const { data } = await site.admin.get('/api/auditlogs?action=platform.setting.sealed');
  expect(data[0].details.keys).toEqual(['zabbix_token']);
  expect(JSON.stringify(data)).not.toContain('in-clear');
});

test('the mail password is cleared when the mail server changes', async () => {
  const site = await startSite();
  const set = (key: string, value: unknown) => site.admin.put(`/api/settings/${key}`, { value });
  const enter = () => set('smtp_password', 'canary-mail');
  const readPassword = () => site.app.host.settings.text('smtp_password');
  await enter();
  const first = await set('smtp_host', 'mail.plant.example');
  expect([first.data.cleared, readPassword()]).toEqual([undefined, 'canary-mail']);
  for (const [key, value] of [
    ['smtp_host', 'evil.example'],
    ['smtp_security', 'none'],
  ]) {
    await enter();
    const moved = await set(key!, value);
    expect([key, moved.data.cleared, readPassword()]).toEqual([key, ['smtp_password'], '']);
    expect((await site.admin.get('/api/settings/smtp_password')).data.value).toBe('');
    await enter();
    expect([(await set(key!, value)).data.cleared, readPassword()]).toEqual([undefined, 'canary-mail']);
  }
  for (const [key, values] of [
    ['smtp_port', ['25', '26']],
    ['smtp_user', ['relay', 'other']],
  ] as const) {
    expect((await set(key, values[0])).data.cleared).toBeUndefined();
    expect((await set(key, values[1])).data.cleared).toEqual(['smtp_password']);
    await enter();
  }
  expect((await set('smtp_security', 'tls')).data.cleared).toBeUndefined();
  const { data } = await site.admin.get('/api/auditlogs?action=platform.setting.updated&per_page=100');
  expect(
    data.some(({ details }: { details: { cleared?: string[] } }) => details.cleared?.[0] === 'smtp_password'),
  ).toBe(true);
  await site.stop();
});

test('a change that clears a password cannot be undone', async () => {
  await set('smtp_host', 'second.example');
  await set('smtp_password', 'canary-mail');
  const moved = await set('smtp_host', 'third.example');
  expect(moved.data.cleared).toEqual(['smtp_password']);
  expect(moved.headers.get('x-audit-id')).toBeNull();
});

test('an undo or a new setting does not send the password to another server', async () => {
  await set('smtp_host', 'one.example');
  const back = await set('smtp_host', 'two.example');
  await set('smtp_password', 'canary-mail');
  expect(back.headers.get('x-audit-id')).toBeNull();
  const [{ auditlogid }] = (await site.admin.get('/api/auditlogs?search=smtp_host')).data;
  expect((await site.admin.post(`/api/auditlogs/${auditlogid}/undo`)).status).toBe(409);
  const other = await startSite();
  await other.admin.put('/api/settings/smtp_password', { value: 'canary-mail' });
  const made = await other.admin.post('/api/settings', { key: 'smtp_security', value: 'none' });
  expect([made.status, other.app.host.settings.text('smtp_password')]).toEqual([201, '']);
  await other.stop();
});

test('an update of a setting returns STALE_WRITE when it changed since', async () => {
  const { modifieddate } = (await set('site_name', 'One')).data;
  await set('site_name', 'Two');
  const late = await site.admin.put('/api/settings/site_name', {
    value: 'Three',
    ifmodifieddate: modifieddate,
  });
  expect([late.status, late.error.code]).toEqual([409, 'STALE_WRITE']);
  const old = { 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' };
  expect((await site.admin.with(old).put('/api/settings/site_name', { value: 'Three' })).status).toBe(409);
  expect((await site.admin.get('/api/settings/site_name')).data.value).toBe('Two');
});

test('only editors read an undeclared setting unless its category is branding', async () => {
  await site.admin.post('/api/settings', { key: 'own_note', value: 'x' });
  await site.admin.post('/api/settings', { key: 'own_color', value: 'red', category: 'branding' });
  const reader = await site.userWith('assets.view');
  expect((await reader.get('/api/settings/own_note')).status).toBe(404);
  expect((await site.anonymous.get('/api/settings/own_color')).data.value).toBe('red');
  expect((await (await site.userWith('settings.edit')).get('/api/settings/own_note')).data.value).toBe('x');
});
