import { afterAll, beforeAll, expect, test } from 'bun:test';
import { buildHolderStatement } from '../../src/features/catalog/identifier-holders.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let press: number;
let computer: number;
beforeAll(async () => {
  site = await startSite();
  const { admin } = site;
  const machine = { assetnumber: 'Präge-1', name: 'Press', serialnumber: 'SN-Ä-77' };
  press = (await admin.post('/api/machines', machine)).data.assetid;
  computer = (await admin.post('/api/computers', { assetnumber: 'PC-000012', hostname: 'pc-12' })).data
    .assetid;
  await admin.post(`/api/assets/${computer}/communications`, {
    commtype: 'mac',
    address: '00:1A:2B:3C:4D:5E',
  });
  await admin.post('/api/network', { assetnumber: 'SW-1', hostname: 'switch-1' });
});
afterAll(() => site.stop());

const find = (field: string, value: string, more = '') =>
  site.admin.get(`/api/assets/identifierholders?field=${field}&value=${encodeURIComponent(value)}${more}`);
const numbersOf = (rows: { assetnumber: string }[]) => rows.map(({ assetnumber }) => assetnumber);

test('holders are found by each identifier in any letter case and notation', async () => {
  const cases = [
    ['assetnumber', 'PRÄGE-1', ['Präge-1']],
    ['serialnumber', ' sn-ä-77 ', ['Präge-1']],
    ['hostname', 'PC-12', ['PC-000012']],
    ['hostname', 'SWITCH-1', ['SW-1']],
    ['macaddress', '001a.2b3c.4d5e', ['PC-000012']],
    ['serialnumber', 'SN-Ä-7', []],
  ] as const;
  for (const [field, value, expected] of cases)
    expect([field, value, numbersOf((await find(field, value)).data)]).toEqual([field, value, [...expected]]);
});

test('the edited asset is left out, and an inactive holder is marked', async () => {
  expect((await find('assetnumber', 'präge-1', `&except=${press}`)).data).toEqual([]);
  const created = await site.admin.post('/api/machines', { assetnumber: 'Old-1', serialnumber: 'RETIRED' });
  await site.admin.delete(`/api/machines/${created.data.machineid}`);
  expect((await find('serialnumber', 'retired')).data).toEqual([
    {
      assetid: created.data.assetid,
      assetnumber: 'Old-1',
      name: null,
      assettype: 'Machine',
      isactive: false,
    },
  ]);
});

test('at most five holders are returned', async () => {
  for (let n = 0; n < 7; n++)
    await site.admin.post('/api/machines', { assetnumber: `Twin-${n}`, serialnumber: 'TWIN' });
  expect(numbersOf((await find('serialnumber', 'twin')).data)).toEqual(
    [0, 1, 2, 3, 4].map((n) => `Twin-${n}`),
  );
});

test('a wrong field, an empty value or a malformed MAC address is rejected with 400', async () => {
  for (const [field, value] of [
    ['notes', 'x'],
    ['assetnumber', ' '],
    ['macaddress', '00:1A'],
  ])
    expect([field, (await find(field!, value!)).status]).toEqual([field, 400]);
  expect((await find('assetnumber', 'x', '&except=none')).status).toBe(400);
});

test('an anonymous caller with basic access may not look up MAC addresses', async () => {
  await site.admin.put('/api/settings/anonymous_read', { value: 'basic' });
  const path = '/api/assets/identifierholders?value=00:1A:2B:3C:4D:5E&field=macaddress';
  expect((await site.anonymous.get(path)).status).toBe(401);
  await site.admin.put('/api/settings/anonymous_read', { value: 'full' });
  expect((await site.anonymous.get(path)).status).toBe(200);
});

test('each lookup reads an index', () => {
  for (const field of ['assetnumber', 'serialnumber', 'hostname', 'macaddress'] as const) {
    const { sql, params } = buildHolderStatement(site.app.host, { field, value: '001A2B3C4D5E' });
    const plan = site.app.host.db.read((reader) =>
      reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params),
    );
    const slow = plan.filter(({ detail }) => /^SCAN|\(isactive=\?\)$/.test(detail));
    expect([field, slow]).toEqual([field, []]);
  }
});
