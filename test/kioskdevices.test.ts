import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins } from '../plugins/index.ts';
import { KIOSK, kioskOf } from '../src/features/kioskdevices/index.ts';
import { api, routeOptions } from '../src/kit/http/api.ts';
import { definePlugin } from '../src/kit/plugin.ts';
import { MINUTE } from './support/clock.ts';
import { type Site, startSite } from './support/site.ts';

const cabinets = definePlugin({
  id: 'cabinets',
  title: 'Cabinets',
  description: 'Asks a kiosk who it is',
  routes: () => [
    api('/api/cabinets').get(
      '/self',
      ({ call }) => kioskOf(call.actor, 'printedparts'),
      routeOptions({ access: { machine: [KIOSK] }, summary: 'Which cabinet calls' }),
    ),
  ],
});

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, cabinets] });
});
afterAll(() => site.stop());

const make = (cabinetname: string, kind = 'printedparts') =>
  site.admin.post('/api/kioskdevices', { cabinetname, kind });
const self = (token: string) => site.anonymous.with({ 'x-kiosk-token': token }).get('/api/cabinets/self');

test('a kiosk device returns its token once and does not store it in plain text', async () => {
  const made = await make('Cabinet 1');
  expect([made.status, made.data.secret]).toEqual([201, expect.stringMatching(/^mw_ksk_[\w-]{52}$/)]);
  const { secret, ...device } = made.data;
  expect((await site.admin.get(`/api/kioskdevices/${device.kioskdeviceid}`)).data).toEqual(device);
  expect((await site.admin.get('/api/kioskdevices')).text).not.toContain(secret);
  expect((await site.admin.get('/api/auditlogs')).text).not.toContain(secret);
  const row = site.app.host.db.read((reader) =>
    reader.get('SELECT * FROM kioskdevices WHERE kioskdeviceid = ?', device.kioskdeviceid),
  );
  expect(row).toBeDefined();
  expect(JSON.stringify(row)).not.toContain(secret);
});

test('a kiosk token identifies its cabinet, and the device shows its last use', async () => {
  const made = await make('Cabinet 2');
  expect((await self(made.data.secret)).data).toEqual({
    kioskdeviceid: made.data.kioskdeviceid,
    cabinetname: 'Cabinet 2',
    kind: 'printedparts',
  });
  const path = `/api/kioskdevices/${made.data.kioskdeviceid}`;
  const first = (await site.admin.get(path)).data;
  expect(first.lastseendate).toMatch(/Z$/);
  site.clock.advance(2 * MINUTE);
  await self(made.data.secret);
  const later = (await site.admin.get(path)).data;
  expect(later.lastseendate > first.lastseendate).toBe(true);
  expect(later.modifieddate).toBe(first.modifieddate);
});

test('a missing, wrong, foreign or deactivated kiosk token returns 401', async () => {
  const made = await make('Cabinet 3');
  const usb = await make('USB drawer', 'usb');
  const { secret, kioskdeviceid } = made.data;
  const wrong = [
    `${secret}x`,
    secret.slice(0, -1),
    `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`,
    'x',
    '',
    usb.data.secret,
  ];
  for (const token of wrong) expect((await self(token)).status).toBe(401);
  expect((await site.anonymous.get('/api/cabinets/self')).status).toBe(401);
  expect((await site.admin.get('/api/cabinets/self')).status).toBe(403);
  await site.admin.put(`/api/kioskdevices/${kioskdeviceid}`, { isactive: false });
  expect((await self(secret)).error.code).toBe('TOKEN_REVOKED');
  await site.admin.put(`/api/kioskdevices/${kioskdeviceid}`, { isactive: true });
  expect((await self(secret)).status).toBe(200);
  await site.admin.delete(`/api/kioskdevices/${kioskdeviceid}`);
  expect((await self(secret)).status).toBe(401);
});

test('a renewed token invalidates the previous one at once', async () => {
  const made = await make('Cabinet 4');
  const renewed = await site.admin.post(`/api/kioskdevices/${made.data.kioskdeviceid}/secret`);
  expect(renewed.status).toBe(201);
  expect((await self(made.data.secret)).status).toBe(401);
  expect((await self(renewed.data.secret)).status).toBe(200);
  expect((await site.admin.post('/api/kioskdevices/999999/secret')).status).toBe(404);
});

test('a kiosk token opens no other route, and only admins read and create devices', async () => {
  const made = await make('Cabinet 5');
  const kiosk = site.anonymous.with({ 'x-kiosk-token': made.data.secret });
  expect((await kiosk.get('/api/kioskdevices')).status).toBe(401);
  const editor = await site.userWith('settings.edit', 'assets.edit');
  expect((await editor.get('/api/kioskdevices')).status).toBe(403);
  expect((await editor.post('/api/kioskdevices', { cabinetname: 'x', kind: 'usb' })).status).toBe(403);
});

test('a cabinet has one device with one of two kinds', async () => {
  expect((await make('Cabinet 7')).status).toBe(201);
  expect((await make('cabinet 7')).error).toMatchObject({
    code: 'CONFLICT',
    details: { field: 'cabinetname' },
  });
  expect((await make('Cabinet 6', 'slides')).status).toBe(400);
  expect((await make('  ')).status).toBe(400);
});
