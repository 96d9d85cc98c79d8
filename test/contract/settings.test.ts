import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins as allPlugins } from '../../plugins/index.ts';
import { listCoreFeatures } from '../../src/features/index.ts';
import { SECRET_MASK } from '../../src/kit/secrets.ts';
import { needsOf } from '../../src/kit/settings/declare.ts';
import type { Client } from '../support/client.ts';
import { type Site, startSite } from '../support/site.ts';

/**
 * Categories of settings for sign-in, PCs, trusted servers and retention of evidence. Only admins may change
 * them.
 */
const CATEGORIES = ['identity', 'endpoints', 'enforce', 'retention', 'backups', 'mirror'];
const KEYS = ['site_url', 'anonymous_read', 'hr_database_url', 'outbound_ca'];

const declared = [...listCoreFeatures(allPlugins), ...allPlugins].flatMap(({ settings = [] }) => settings);
const forAdmins = declared.filter(({ key, category }) => CATEGORIES.includes(category) || KEYS.includes(key));

let site: Site;
let editor: Client;
beforeAll(async () => {
  site = await startSite();
  editor = await site.userWith('settings.edit');
});
afterAll(() => site.stop());

const readSettings = () =>
  site.app.host.db.read((reader) => reader.all('SELECT * FROM settings ORDER BY settingid'));
const outcomeOf = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code];

test('only settings of admin categories and listed keys require an admin', () => {
  expect(declared.filter(({ needs }) => needs !== undefined).map(({ key }) => key)).toEqual(
    forAdmins.map(({ key }) => key),
  );
  expect(forAdmins.length).toBeGreaterThan(15);
});

test('each route that writes settings returns 403 to an editor for an admin setting', async () => {
  await site.admin.put('/api/settings/site_url', { value: 'https://plant.example' });
  const changed = (await site.admin.put('/api/settings/site_url', { value: 'https://works.example' }))
    .headers;
  const before = readSettings();
  const open: unknown[] = [];
  for (const { key } of forAdmins)
    for (const [door, answer] of [
      ['PUT', await editor.put(`/api/settings/${key}`, { value: '1' })],
      ['PUT of nothing', await editor.put(`/api/settings/${key}`, { value: '' })],
      ['PUT of the mask', await editor.put(`/api/settings/${key}`, { value: SECRET_MASK })],
      ['PUT of nonsense', await editor.put(`/api/settings/${key}`, { value: 'x\u0000' })],
      ['POST', await editor.post('/api/settings', { key, value: '1', category: 'general' })],
    ] as const)
      if (outcomeOf(answer).join() !== '403,FORBIDDEN') open.push([door, key, outcomeOf(answer)]);
  expect(open).toEqual([]);
  expect(outcomeOf(await editor.post(`/api/auditlogs/${changed.get('x-audit-id')}/undo`))).toEqual([
    403,
    'FORBIDDEN',
  ]);
  expect(readSettings()).toEqual(before);
});

test('the settings service refuses an admin setting when a plugin writes it for an editor', () => {
  const { db, settings } = site.app.host;
  const actor = {
    kind: 'user',
    userid: null,
    name: 'editor',
    isadmin: false,
    permissions: new Set(['settings.edit']),
  };
  const write = (key: string) =>
    db.transact({ actor, requestid: null, ipaddress: null }, 'lockers.setting.written', (tx) => {
      settings.setIn(tx, key, '');
      tx.audit({ entitytype: 'setting', entityid: null });
    });
  const before = readSettings();
  for (const { key } of forAdmins) expect(() => write(key)).toThrow(/^Only an? (signed-in )?admin/);
  expect(readSettings()).toEqual(before);
  expect(() => write('site_name')).not.toThrow();
});

test('an undeclared setting requires an admin when its category does', async () => {
  const later = { key: 'mirror_partner', value: 'https://other.example' };
  for (const category of CATEGORIES) {
    expect([category, needsOf(category).needs]).toEqual([
      category,
      category === 'backups' ? 'adminsession' : 'admin',
    ]);
    expect(outcomeOf(await editor.post('/api/settings', { ...later, category }))).toEqual([403, 'FORBIDDEN']);
  }
  expect((await site.admin.post('/api/settings', { ...later, category: 'mirror' })).status).toBe(201);
  expect(outcomeOf(await editor.put('/api/settings/mirror_partner', { value: 'x' }))).toEqual([
    403,
    'FORBIDDEN',
  ]);
});

test('the settings list states for each caller which settings are writable', async () => {
  const writable = async (by: Client) => {
    const { data } = await by.get('/api/settings');
    return new Map((data as { key: string; writable: boolean }[]).map((one) => [one.key, one.writable]));
  };
  const [admins, editors, strangers] = [
    await writable(site.admin),
    await writable(editor),
    await writable(site.anonymous),
  ];
  for (const { key } of declared)
    expect([key, admins.get(key), editors.get(key), strangers.get(key) ?? false]).toEqual([
      key,
      true,
      !forAdmins.some((one) => one.key === key),
      false,
    ]);
});

test('the seed of an editor stores only defaults that the editor may write', async () => {
  const own = await startSite();
  try {
    const keys = () =>
      own.app.host.db.read((reader) => reader.all('SELECT key FROM settings').map(({ key }) => key));
    const by = await own.userWith('settings.edit');
    expect((await by.post('/api/settings/seed', {})).status).toBe(200);
    expect(keys()).toContain('smtp_port');
    expect(keys()).not.toContain('history_days');
    expect((await own.admin.post('/api/settings/seed', {})).status).toBe(200);
    expect(keys()).toContain('history_days');
  } finally {
    await own.stop();
  }
});

test('a scoped token of an admin cannot write admin settings', async () => {
  const { data } = await site.admin.post('/api/apitokens', { name: 'narrow', scopes: ['settings.edit'] });
  const token = site.anonymous.bearer(data.secret);
  expect(outcomeOf(await token.put('/api/settings/anonymous_read', { value: 'full' }))).toEqual([
    403,
    'FORBIDDEN',
  ]);
  expect((await token.put('/api/settings/site_name', { value: 'Works' })).status).toBe(200);
});
