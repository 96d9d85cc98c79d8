import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SYSTEM } from '../../src/kit/actor.ts';
import { DAY, HOUR } from '../support/clock.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const now = () => site.clock.now().toISOString();
const asOf = async (assetid: number, date: string, client = site.admin) =>
  client.get(`/api/assets/${assetid}/history/asof?date=${encodeURIComponent(date)}`);
const fieldsOf = async (assetid: number, date: string) => {
  const { data } = await asOf(assetid, date);
  return Object.fromEntries(
    data.fields.map((field: { field: string; ischanged: boolean }) => [field.field, field]),
  );
};

test('an asset is shown as it was at a time, with the names of that time’s references', async () => {
  const hall = (await site.admin.post('/api/locations', { location: 'As-of hall' })).data.locationid;
  const made = await site.admin.post('/api/computers', {
    assetnumber: 'AS-OF-1',
    hostname: 'first-name',
    locationid: hall,
    notes: 'bought used',
  });
  const { assetid, computerid } = made.data;
  site.clock.advance(1000);
  const before = now();
  site.clock.advance(1000);
  await site.admin.put(`/api/computers/${computerid}`, { hostname: 'second-name', locationid: null });
  const between = now();
  site.clock.advance(1000);
  await site.admin.put(`/api/computers/${computerid}`, { hostname: 'third-name', notes: null });

  const old = await fieldsOf(assetid, before);
  expect(old.hostname).toMatchObject({
    title: 'Host name',
    value: 'first-name',
    now: 'third-name',
    ischanged: true,
  });
  expect(old.locationid).toMatchObject({ value: hall, valuetext: 'As-of hall', now: null, nowtext: null });
  expect(old.notes).toMatchObject({ value: 'bought used', now: null });
  expect(old.assetnumber).toMatchObject({ value: 'AS-OF-1', now: 'AS-OF-1', ischanged: false });
  const later = await fieldsOf(assetid, between);
  expect(later.hostname.value).toBe('second-name');
  expect(later.locationid).toBeUndefined();
  expect(later.notes.value).toBe('bought used');
  const today = await fieldsOf(assetid, now());
  expect(Object.values(today).every((field) => !(field as { ischanged: boolean }).ischanged)).toBe(true);
});

test('a custom field has its earlier value, and its title in the history', async () => {
  await site.admin.post('/api/customfields', {
    fieldname: 'inventoryno',
    label: 'Inventory no.',
    fieldtype: 'text',
  });
  const { assetid } = (await site.admin.post('/api/computers', { assetnumber: 'AS-OF-2' })).data;
  const put = (inventoryno: string) =>
    site.admin.put(`/api/assets/${assetid}/customfields`, { values: { inventoryno } });
  await put('A 1');
  site.clock.advance(1000);
  const before = now();
  site.clock.advance(1000);
  await put('A 2');
  const { 'custom.inventoryno': field } = await fieldsOf(assetid, before);
  expect(field).toMatchObject({ title: 'Inventory no.', value: 'A 1', now: 'A 2', ischanged: true });
  const history = (await site.admin.get(`/api/assets/${assetid}/history`)).data;
  expect(history[0]).toMatchObject({ field: 'custom.inventoryno', title: 'Inventory no.' });
});

test('custom fields that have not changed, and those that no longer exist, are among the values', async () => {
  const create = async (fieldname: string) =>
    (await site.admin.post('/api/customfields', { fieldname, label: fieldname, fieldtype: 'text' })).data;
  await create('steady');
  const { customfieldid } = await create('passing');
  const { assetid } = (await site.admin.post('/api/computers', { assetnumber: 'AS-OF-6' })).data;
  const put = (values: object) => site.admin.put(`/api/assets/${assetid}/customfields`, { values });
  await put({ steady: 'S', passing: 'P' });
  site.clock.advance(1000);
  const before = now();
  site.clock.advance(1000);
  await put({ passing: null });
  await site.admin.delete(`/api/customfields/${customfieldid}`);
  const fields = await fieldsOf(assetid, before);
  expect(fields['custom.steady']).toMatchObject({ value: 'S', now: 'S', ischanged: false });
  expect(fields['custom.passing']).toMatchObject({
    title: 'passing',
    value: 'P',
    now: null,
    ischanged: true,
  });
});

test('a time before the creation has no fields, and one in the future or unreadable is refused', async () => {
  const { assetid } = (await site.admin.post('/api/computers', { assetnumber: 'AS-OF-3' })).data;
  const early = new Date(site.clock.now().getTime() - DAY).toISOString();
  expect((await asOf(assetid, early)).data).toMatchObject({ existed: false, fields: [] });
  const future = new Date(site.clock.now().getTime() + 2 * DAY).toISOString();
  for (const date of [future, future.slice(0, 10), 'yesterday', '2026-02-30', ''])
    expect([date, (await asOf(assetid, date)).status]).toEqual([date, 400]);
  expect((await asOf(999_999, early)).status).toBe(404);
});

test('the answer says before which time changes are deleted', async () => {
  const { assetid } = (await site.admin.post('/api/computers', { assetnumber: 'AS-OF-4' })).data;
  expect((await asOf(assetid, now())).data.keptsince).toBeNull();
  await site.admin.put('/api/settings/history_days', { value: '30' });
  const { keptsince } = (await asOf(assetid, now())).data;
  expect(site.clock.now().getTime() - Date.parse(keptsince)).toBeWithin(30 * DAY - HOUR, 30 * DAY + HOUR);
  await site.admin.put('/api/settings/history_days', { value: '0' });
});

test('callers who may not see the history may not see earlier values', async () => {
  const { assetid } = (await site.admin.post('/api/computers', { assetnumber: 'AS-OF-5' })).data;
  await site.admin.put('/api/settings/anonymous_read', { value: 'basic' });
  expect((await asOf(assetid, now(), site.anonymous)).status).toBe(401);
  await site.admin.put('/api/settings/anonymous_read', { value: 'full' });
  expect((await asOf(assetid, now(), site.anonymous)).status).toBe(200);
});

test('values that the history does not contain are left out instead of shown as earlier ones', async () => {
  const { assetid } = (await site.admin.post('/api/computers', { assetnumber: 'AS-OF-7' })).data;
  const before = now();
  site.clock.advance(1000);
  site.app.host.db.transact({ actor: SYSTEM, requestid: null, ipaddress: null }, 'test.asset.seen', (tx) => {
    tx.runUnjournaled('UPDATE computers SET lastreporteddate = ? WHERE assetid = ?', tx.at, assetid);
    tx.audit({ entitytype: 'asset', entityid: null });
  });
  const fields = await fieldsOf(assetid, before);
  expect(Object.keys(fields)).toContain('assetnumber');
  expect(Object.keys(fields)).not.toContain('lastreporteddate');
});
