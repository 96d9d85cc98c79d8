import { afterAll, beforeAll, expect, test } from 'bun:test';
import { withSetting } from '../../../test/support/settings.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const add = (cidr: string, more: object = {}) => site.admin.post('/api/network/subnets', { cidr, ...more });
const addresses = async (id: number, query = '') =>
  (await site.admin.get(`/api/network/subnets/${id}/addresses${query}`)).data;
let made = 0;
const asset = async (ipaddress: string) =>
  (await site.admin.post('/api/network', { assetnumber: `SW-${++made}`, ipaddress })).data;
const lineOf = async (assetid: number) =>
  (await site.admin.get(`/api/assets/${assetid}/communications`)).data[0];

test('the server stores a subnet without host bits', async () => {
  const { status, data } = await add('10.0.0.77/24', { vlan: 10, name: 'Line 1', gateway: '10.0.0.1' });
  expect([status, data.cidr, data.vlan, data.gateway]).toEqual([201, '10.0.0.0/24', 10, '10.0.0.1']);
  expect((await add('2001:DB8::1/64', { vlan: 10 })).data.cidr).toBe('2001:db8::/64');
});

test('the server returns 400 for an invalid range and for a gateway outside the range', async () => {
  for (const cidr of ['10.0.1.0', '10.0.1.0/40', 'nonsense', '10.0.1/24']) {
    const { status, error } = await add(cidr);
    expect([cidr, status, error.details.issues[0].path]).toEqual([cidr, 400, 'cidr']);
  }
  const { status, error } = await add('10.0.1.0/24', { gateway: '10.0.2.1' });
  expect([status, error.details.issues[0].path]).toEqual([400, 'gateway']);
  const fitting = (await add('10.0.1.0/24', { gateway: '10.0.1.1' })).data;
  const moved = await site.admin.put(`/api/network/subnets/${fitting.subnetid}`, { cidr: '10.0.9.0/24' });
  expect([moved.status, moved.error.details.issues[0].path]).toEqual([400, 'gateway']);
});

test('the server returns 409 for an identical or overlapping range in the same VLAN', async () => {
  await add('10.20.0.0/16', { vlan: 20 });
  for (const cidr of ['10.20.0.0/16', '10.20.5.0/24', '10.0.0.0/8', '10.20.255.255/32', '0.0.0.0/0']) {
    const { status, error } = await add(cidr, { vlan: 20 });
    expect([cidr, status, error.code, error.details.field]).toEqual([cidr, 409, 'CONFLICT', 'cidr']);
  }
  for (const cidr of ['10.19.0.0/16', '10.21.0.0/16'])
    expect((await add(cidr, { vlan: 20 })).status).toBe(201);
  await add('2001:db8:20::/48', { vlan: 20 });
  expect((await add('2001:db8:20:7::/64', { vlan: 20 })).status).toBe(409);
});

test('the server accepts the same range in another VLAN, and treats no VLAN as one group', async () => {
  expect((await add('10.30.0.0/24', { vlan: 30 })).status).toBe(201);
  expect((await add('10.30.0.0/24', { vlan: 31 })).status).toBe(201);
  expect((await add('10.30.0.0/24')).status).toBe(201);
  expect((await add('10.30.0.128/25')).status).toBe(409);
});

test('an update or undo returns 409 when the range would overlap', async () => {
  const { data } = await add('10.40.0.0/24', { vlan: 40 });
  const other = (await add('10.40.1.0/24', { vlan: 40 })).data;
  const path = `/api/network/subnets/${other.subnetid}`;
  expect((await site.admin.put(path, { cidr: '10.40.0.0/23' })).status).toBe(409);
  expect((await site.admin.put(path, { cidr: '10.40.1.0/25' })).status).toBe(200);
  const moved = await site.admin.put(`/api/network/subnets/${data.subnetid}`, { vlan: 41 });
  await add('10.40.0.0/24', { vlan: 40 });
  const undone = await site.admin.post(`/api/auditlogs/${moved.headers.get('x-audit-id')}/undo`);
  expect([undone.status, undone.error.code]).toEqual([409, 'CONFLICT']);
});

test('the server accepts one of sixteen parallel overlapping ranges', async () => {
  const ranges = Array.from({ length: 16 }, (_, n) => `10.50.${n}.0/${n % 2 ? 16 : 18}`);
  const answers = await Promise.all(ranges.map((cidr) => add(cidr, { vlan: 50 })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(15);
});

test('the address list contains used addresses with assets and free ones without the gateway', async () => {
  const { subnetid } = (await add('10.60.0.0/29', { vlan: 60, gateway: '10.60.0.1' })).data;
  const { assetid, assetnumber } = await asset('10.60.0.3');
  const data = await addresses(subnetid);
  expect(data.used).toMatchObject([
    { address: '10.60.0.1', assetid: null, isgateway: true },
    { address: '10.60.0.3', assetid, assetnumber, isgateway: false, isconflict: false },
  ]);
  expect(data.free).toEqual(['10.60.0.2', '10.60.0.4', '10.60.0.5', '10.60.0.6']);
  expect([data.size, data.usedcount, data.freecount]).toEqual([6, 2, 4]);
});

test('free addresses are paged, also on page 900,000 of a /64', async () => {
  const { subnetid } = (await add('10.61.0.0/24', { vlan: 61 })).data;
  const { data, meta } = await site.admin.get(`/api/network/subnets/${subnetid}/addresses?page=3&per_page=2`);
  expect([data.free, meta.pagination]).toEqual([
    ['10.61.0.5', '10.61.0.6'],
    { page: 3, perpage: 2, total: 254, pages: 127 },
  ]);
  const wide = (await add('2001:db8:61::/64', { vlan: 61 })).data;
  const far = await addresses(wide.subnetid, '?page=900000&per_page=100');
  expect(far.free).toHaveLength(100);
  expect((await addresses(subnetid, '?page=1000')).free).toEqual([]);
  expect((await site.admin.get('/api/network/subnets/99999/addresses')).status).toBe(404);
});

test('an asset address refers to its subnet when the address or the subnet changes', async () => {
  const { assetid } = await asset('10.70.0.9');
  expect((await lineOf(assetid)).subnetid).toBeNull();
  const { subnetid } = (await add('10.70.0.0/24', { vlan: 70 })).data;
  expect((await lineOf(assetid)).subnetid).toBe(subnetid);
  const later = await asset('10.70.0.10');
  expect((await lineOf(later.assetid)).subnetid).toBe(subnetid);
  await site.admin.put(`/api/network/${later.networkdeviceid}`, { ipaddress: '10.71.0.1' });
  expect((await lineOf(later.assetid)).subnetid).toBeNull();
  await site.admin.put(`/api/network/subnets/${subnetid}`, { cidr: '10.71.0.0/24' });
  expect([(await lineOf(assetid)).subnetid, (await lineOf(later.assetid)).subnetid]).toEqual([
    null,
    subnetid,
  ]);
  await site.admin.delete(`/api/network/subnets/${subnetid}`);
  expect((await lineOf(later.assetid)).subnetid).toBeNull();
});

test('an address stays in the selected subnet when two VLANs have the same range', async () => {
  const first = (await add('10.80.0.0/24', { vlan: 80 })).data.subnetid;
  const second = (await add('10.80.0.0/24', { vlan: 81 })).data.subnetid;
  const { assetid } = await asset('10.80.0.5');
  const line = await lineOf(assetid);
  const path = `/api/assets/${assetid}/communications/${line.communicationid}`;
  expect((await site.admin.put(path, { subnetid: second })).data.subnetid).toBe(second);
  await add('10.80.0.0/25', { vlan: 82 });
  expect((await lineOf(assetid)).subnetid).toBe(second);
  const elsewhere = (await add('10.81.0.0/24', { vlan: 83 })).data.subnetid;
  const refused = await site.admin.put(path, { subnetid: elsewhere });
  expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, 'subnetid']);
  expect((await addresses(first)).used).toEqual([]);
});

test('subnet, dashboard, report and asset show a conflict when two active assets share an address', async () => {
  const { subnetid } = (await add('10.90.0.0/24', { vlan: 90 })).data;
  const [one, two] = [await asset('10.90.0.7'), await asset('10.90.0.7')];
  const { used } = await addresses(subnetid);
  expect(used.map(({ isconflict }: { isconflict: boolean }) => isconflict)).toEqual([true, true]);
  const rule = async () =>
    (await site.admin.get('/api/dashboard/summary')).data.attention.find(
      (each: { key: string }) => each.key === 'addressconflicts',
    );
  expect(await rule()).toMatchObject({ count: 1, href: '/reports/address-conflicts' });
  const { data } = await site.admin.get('/api/reports/address-conflicts');
  expect(data.rows.map(({ assetnumber }: { assetnumber: string }) => assetnumber)).toEqual([
    one.assetnumber,
    two.assetnumber,
  ]);
  // The flag is on the page of each asset, but not on its label.
  const flags = async () => (await site.anonymous.get(`/api/assets/${one.assetid}/flags`)).data;
  expect(await flags()).toEqual([{ word: 'conflict', title: 'Address conflict' }]);
  expect((await site.admin.get(`/api/labels/asset/${one.assetid}`)).text).not.toContain('conflict');
  await site.admin.delete(`/api/network/${two.networkdeviceid}`);
  expect(await flags()).toEqual([]);
  expect((await rule())?.count ?? 0).toBe(0);
});

test('the occupancy report counts the used addresses of a subnet', async () => {
  await add('10.91.0.0/24', { vlan: 91 });
  await asset('10.91.0.7');
  const retired = await asset('10.91.0.7');
  await site.admin.delete(`/api/network/${retired.networkdeviceid}`);
  const { data } = await site.anonymous.get('/api/reports/subnet-occupancy');
  const row = data.rows.find(({ cidr }: { cidr: string }) => cidr === '10.91.0.0/24');
  expect(row).toMatchObject({ size: 254, used: 1, percent: 0.4 });
});

test('anonymous callers with basic access see no addresses and no gateway of a subnet', async () => {
  const { subnetid } = (await add('10.99.0.0/24', { vlan: 99, gateway: '10.99.0.1' })).data;
  await withSetting(site, 'anonymous_read', 'basic', async () => {
    expect((await site.anonymous.get(`/api/network/subnets/${subnetid}/addresses`)).status).toBe(401);
    const { data } = await site.anonymous.get(`/api/network/subnets/${subnetid}`);
    expect([data.cidr, data.gateway]).toEqual(['10.99.0.0/24', undefined]);
  });
});

test('the address list contains addresses from PC reports', async () => {
  const { subnetid } = (await add('10.95.0.0/24', { vlan: 95 })).data;
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const body = { hostname: 'pc-95', ipaddresses: ['10.95.0.4'] };
  const { data } = await collector.post('/api/collector/computers', body);
  expect((await addresses(subnetid)).used).toMatchObject([{ address: '10.95.0.4', assetid: data.assetid }]);
  expect((await collector.post('/api/collector/computers', body)).data.unchanged).toBe(1);
});

test('the used addresses of a subnet are filtered, sorted and searched, and the free ones stay', async () => {
  const { subnetid } = (await add('10.98.0.0/24', { vlan: 98, gateway: '10.98.0.1' })).data;
  const one = await asset('10.98.0.9');
  const two = await asset('10.98.0.10');
  const twin = await asset('10.98.0.10');
  const read = async (query: string) => {
    const data = await addresses(subnetid, query);
    expect(data.free[0]).toBe('10.98.0.2');
    expect(data.freecount).toBe(251);
    return [data.usedtotal, data.used.map(({ address }: { address: string }) => address)];
  };
  const all = ['10.98.0.1', '10.98.0.9', '10.98.0.10', '10.98.0.10'];
  expect(await read('')).toEqual([4, all]);
  expect(await read('?sort=address&dir=desc')).toEqual([4, all.toReversed()]);
  expect(await read('?isconflict__in=true')).toEqual([2, ['10.98.0.10', '10.98.0.10']]);
  expect(await read('?isgateway__in=true')).toEqual([1, ['10.98.0.1']]);
  expect(await read(`?assetid__in=${one.assetid},${two.assetid}`)).toEqual([2, ['10.98.0.9', '10.98.0.10']]);
  expect(await read(`?search=${twin.assetnumber}`)).toEqual([1, ['10.98.0.10']]);
  expect(await read('?usedpage=2')).toEqual([4, []]);
  expect(await read('?usedpage=2&isconflict__in=true')).toEqual([2, []]);
  const refused = await site.admin.get(`/api/network/subnets/${subnetid}/addresses?color__in=red`);
  expect([refused.status, refused.error.code]).toEqual([400, 'VALIDATION_ERROR']);
});
