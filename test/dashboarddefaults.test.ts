import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from './support/site.ts';

let site: Site;
let unit: number;
beforeAll(async () => {
  site = await startSite();
  unit = (await site.admin.post('/api/businessunits', { businessunit: 'Turbines' })).data.businessunitid;
});
afterAll(() => site.stop());

const make = (body: object) => site.admin.post('/api/dashboarddefaults', body);
const role = async (query = '') =>
  (await site.anonymous.get(`/api/dashboarddefaults/display-role${query}`)).data;
const place = async (query = '') =>
  (await site.anonymous.get(`/api/dashboarddefaults/visitor-location${query}`)).data;

test('a display without a mapping gets null values without an error', async () => {
  expect(await role()).toEqual({ role: null, path: null, businessunitid: null });
  expect(await role('?fqdn=nobody.plant.example')).toEqual({ role: null, path: null, businessunitid: null });
  expect(await place('?ipaddress=10.9.9.9')).toEqual({ businessunitid: null, businessunit: null });
  expect(await place('?ipaddress=nonsense')).toEqual({ businessunitid: null, businessunit: null });
});

test('the response names the address of the display in a header', async () => {
  const { headers } = await site.anonymous.get('/api/dashboarddefaults/display-role');
  expect(headers.get('x-client-address')).toBe('127.0.0.1');
});

test('a display is found by its full name in any spelling', async () => {
  const made = await make({ fqdn: 'Lobby-1.Plant.Example.', displayrole: 'LOBBY', businessunitid: unit });
  expect(made.data).toMatchObject({
    fqdn: 'lobby-1.plant.example',
    displayrole: 'Lobby',
    businessunit: 'Turbines',
  });
  expect(await role('?fqdn=LOBBY-1.plant.example')).toEqual({
    role: 'Lobby',
    path: '/display/lobby',
    businessunitid: unit,
  });
  expect(await place('?fqdn=lobby-1.plant.example.')).toEqual({
    businessunitid: unit,
    businessunit: 'Turbines',
  });
});

test.each([
  ['dashboard', 'Dashboard'],
  ['3dprintroom', '3DPrintRoom'],
  ['threedPRINTroom', '3DPrintRoom'],
  ['Weigh Station', 'Weigh Station'],
  ['constructor', 'constructor'],
])('the role %s is stored as %s', async (reportedRole, stored) => {
  const fqdn = `${reportedRole.replace(/\W/g, '-')}.plant.example`;
  expect((await make({ fqdn, displayrole: reportedRole })).data.displayrole).toBe(stored);
  expect((await role(`?fqdn=${fqdn}`)).role).toBe(stored);
});

test('a mapping is found by name, then by address, then by the address of the caller', async () => {
  await make({ ipaddress: '10.1.2.3', displayrole: 'Dashboard', businessunitid: unit });
  expect(await place('?ipaddress=10.1.2.3')).toMatchObject({ businessunitid: unit });
  expect(await place('?ipaddress=::ffff:10.1.2.3')).toMatchObject({ businessunitid: unit });
  await make({ fqdn: 'named.plant.example', displayrole: 'Lobby' });
  expect(await place('?fqdn=named.plant.example&ipaddress=10.1.2.3')).toMatchObject({ businessunitid: null });
  expect(await place('?fqdn=unnamed.plant.example&ipaddress=10.1.2.3')).toMatchObject({
    businessunitid: unit,
  });
  const own = (await make({ ipaddress: '127.0.0.1', displayrole: '3DPrintRoom' })).data;
  try {
    expect(await role('?fqdn=unnamed.plant.example')).toMatchObject({
      role: '3DPrintRoom',
      path: '/kiosk/printedparts',
    });
    expect(await role()).toMatchObject({ role: '3DPrintRoom' });
  } finally {
    await site.admin.delete(`/api/dashboarddefaults/${own.dashboarddefaultid}`);
  }
});

test('the displays of a unit are listed by each spelling of its ID, without those of inner units', async () => {
  const within = { businessunit: 'Turbine blades', parentbusinessunitid: unit };
  const inner = (await site.admin.post('/api/businessunits', within)).data.businessunitid;
  await make({ fqdn: 'inner.plant.example', businessunitid: inner });
  const listDisplays = async (query: string) => {
    const { data } = await site.anonymous.get(`/api/dashboarddefaults?${query}`);
    return data.map(({ fqdn }: { fqdn: string }) => fqdn);
  };
  for (const name of ['businessunitid', 'businessunit_id', 'business_unit_id']) {
    expect([name, await listDisplays(`${name}=${inner}`)]).toEqual([name, ['inner.plant.example']]);
    expect([name, (await listDisplays(`${name}=${unit}`)).includes('inner.plant.example')]).toEqual([
      name,
      false,
    ]);
  }
});

test('a name or an address belongs to one display, and a mapping requires one of them', async () => {
  await make({ fqdn: 'one.plant.example', ipaddress: '10.0.0.1' });
  const codes = [];
  for (const body of [
    { fqdn: 'ONE.plant.example' },
    { ipaddress: '10.0.0.1' },
    { ipaddress: '::ffff:10.0.0.1' },
  ])
    codes.push((await make({ ...body, displayrole: 'Lobby' })).error);
  expect(codes).toMatchObject([
    { code: 'CONFLICT', details: { field: 'fqdn' } },
    { code: 'CONFLICT', details: { field: 'ipaddress' } },
    { code: 'CONFLICT', details: { field: 'ipaddress' } },
  ]);
  for (const body of [{}, { fqdn: null, ipaddress: '' }, { ipaddress: '10.0.0' }, { fqdn: 'two words' }])
    expect((await make({ ...body, displayrole: 'Lobby' })).status).toBe(400);
});

test('the last name or address of a display cannot be cleared, and only admins write', async () => {
  const made = await make({ fqdn: 'clear.plant.example' });
  const path = `/api/dashboarddefaults/${made.data.dashboarddefaultid}`;
  expect((await site.admin.put(path, { fqdn: null })).status).toBe(400);
  expect((await site.admin.put(path, { fqdn: null, ipaddress: '10.0.0.77' })).data.fqdn).toBeNull();
  expect((await site.anonymous.get(path)).status).toBe(200);
  const editor = await site.userWith('settings.edit', 'assets.edit');
  expect((await editor.put(path, { displayrole: 'Lobby' })).status).toBe(403);
  expect((await site.anonymous.delete(path)).status).toBe(401);
  expect((await site.admin.delete(path)).status).toBe(200);
});

test('a business unit with a display cannot be deleted', async () => {
  const { data } = await site.admin.post('/api/businessunits', { businessunit: 'Compressors' });
  await make({ fqdn: 'compressors.plant.example', businessunitid: data.businessunitid });
  const refused = await site.admin.delete(`/api/businessunits/${data.businessunitid}`);
  expect(refused.error.code).toBe('IN_USE');
});
