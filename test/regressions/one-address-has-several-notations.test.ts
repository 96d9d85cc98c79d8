import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { communications } from '../../src/features/catalog/tables.ts';
import { createSystemContext } from '../../src/kit/data/tx.ts';
import { importFile, rowOutcomesOf } from '../support/imports.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
let folder: string;
beforeAll(async () => {
  site = await startSite();
  folder = mkdtempSync(join(tmpdir(), 'notations-'));
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const SHORT = '2001:db8::42';
const SPELLINGS_OF_SHORT = [
  SHORT,
  '2001:0db8:0:0:0:0:0:42',
  '2001:DB8:0000:0000:0000:0000:0000:0042',
  '2001:db8:0::0042',
  '[2001:db8::42]',
];

/** Notations of MAC addresses, and their stored form. */
const MACS: [typed: string, stored: string][] = [
  ['00:1A:2B:3C:4D:01', '00:1a:2b:3c:4d:01'],
  ['00-1a-2b-3c-4d-02', '00:1a:2b:3c:4d:02'],
  ['001a.2b3c.4d03', '00:1a:2b:3c:4d:03'],
  ['001A 2B3C 4D04', '00:1a:2b:3c:4d:04'],
  ['00 1a 2b 3c 4d 05', '00:1a:2b:3c:4d:05'],
  ['001a2b3c4d06', '00:1a:2b:3c:4d:06'],
  ['001A2B-3C4D07', '00:1a:2b:3c:4d:07'],
  ['001a-2b3c-4d08', '00:1a:2b:3c:4d:08'],
  ['0-1a-2b-3-c-9', '00:1a:2b:03:0c:09'],
  ['0:1a:2b:3:c:a', '00:1a:2b:03:0c:0a'],
  ['001a:2b3c:4d0b', '00:1a:2b:3c:4d:0b'],
  ['00:1a-2b:3c-4d:0c', '00:1a:2b:3c:4d:0c'],
  [' 00.1a.2b.3c.4d.0d ', '00:1a:2b:3c:4d:0d'],
];

const NO_MACS = [
  '02-1a-2b-ff-fe-3c-4d-5e',
  '001a2b3c4d',
  '001a2b3c4d5e6',
  '00:1a:2b:3c:4d',
  '00:1a:2b:3c:4d:5e:',
  '00:1a:2b:3c:4d:5g',
  '0:1a:2b:3c:4d',
  '00::1a:2b:3c:4d:5e',
];

const IPS: [typed: string, stored: string][] = [
  ['2001:0DB8:0000:0000:0000:0000:0001:0001', '2001:db8::1:1'],
  ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['2001:DB8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:0208', '192.0.2.8'],
  ['192.0.2.9', '192.0.2.9'],
];

async function makeAsset(assetnumber: string): Promise<number> {
  const types = await site.admin.get('/api/assets/types');
  const [{ assettypeid }] = types.data.filter((one: { assettype: string }) => one.assettype === 'Machine');
  const made = await site.admin.post('/api/assets', { assetnumber, assettypeid });
  expect(made.status).toBe(201);
  return made.data.assetid;
}

const add = (assetid: number, commtype: string, address: string) =>
  site.admin.post(`/api/assets/${assetid}/communications`, { commtype, address });

test('the server stores an address of an asset in one notation and refuses it again in another', async () => {
  const assetid = await makeAsset('NOTATIONS-1');
  for (const [commtype, table] of [
    ['mac', MACS],
    ['ip', IPS],
  ] as const)
    for (const [typed, stored] of table) {
      const { status, data } = await add(assetid, commtype, typed);
      expect([typed, status, data?.address]).toEqual([typed, 201, stored]);
      const again = await add(assetid, commtype, typed.toUpperCase());
      expect([typed, again.status, again.error?.code]).toEqual([typed, 409, 'CONFLICT']);
    }
});

test('the server refuses an invalid address and changes nothing', async () => {
  const assetid = await makeAsset('NOTATIONS-2');
  for (const typed of NO_MACS)
    expect([typed, (await add(assetid, 'mac', typed)).status]).toEqual([typed, 400]);
  for (const typed of ['fe80::1%eth0', '2001:db8::1::2', '10.0.0.256', '010.1.2.3', '2001:db8::/64'])
    expect([typed, (await add(assetid, 'ip', typed)).status]).toEqual([typed, 400]);
  expect((await site.admin.get(`/api/assets/${assetid}/communications`)).data).toEqual([]);
});

test('the search and the lists find an address in any notation', async () => {
  const assetid = await makeAsset('NOTATIONS-3');
  await add(assetid, 'ip', SPELLINGS_OF_SHORT[1]!);
  await add(assetid, 'mac', '001a.2bff.0001');
  const spellings = [
    ...SPELLINGS_OF_SHORT,
    '00:1a:2b:ff:00:01',
    '001A.2BFF.0001',
    '00 1a 2b ff 00 01',
    '001a2b-ff0001',
    '0-1a-2b-ff-0-1',
  ];
  for (const typed of spellings) {
    const q = encodeURIComponent(typed);
    const [first] = (await site.admin.get(`/api/search?q=${q}`)).data;
    expect([typed, first?.kind, first?.id, first?.score]).toEqual([typed, 'asset', assetid, 100]);
    const listed = (await site.admin.get(`/api/assets?search=${q}`)).data;
    expect([typed, listed.map((row: { assetid: number }) => row.assetid)]).toEqual([typed, [assetid]]);
  }
});

test('the search finds a text as it was typed when it resembles an address', async () => {
  const vendor = 'Line 001a.2bff.0007';
  await site.admin.post('/api/vendors', { vendor });
  const found = await site.admin.get('/api/vendors?search=001a.2bff.0007');
  expect(found.data.map((row: { vendor: string }) => row.vendor)).toEqual([vendor]);
});

test('the lookup finds a printer by its IP address in any notation', async () => {
  const made = await site.admin.post('/api/printers', {
    assetnumber: 'PRN-NOTATION',
    ipaddress: '2001:0db8:0:0:0:0:0:99',
  });
  expect([made.status, made.data.ipaddress]).toEqual([201, '2001:db8::99']);
  for (const ip of ['2001:db8::99', '2001:DB8:0::99', '2001:0db8:0000:0000:0000:0000:0000:0099']) {
    const { status, data } = await site.admin.get(`/api/printers/lookup?ip=${encodeURIComponent(ip)}`);
    expect([ip, status, data?.assetnumber]).toEqual([ip, 200, 'PRN-NOTATION']);
  }
});

test('a display is found by its IP address in any notation', async () => {
  const unit = await site.admin.post('/api/businessunits', { businessunit: 'Notations' });
  const made = await site.admin.post('/api/dashboarddefaults', {
    ipaddress: '2001:0DB8:0:0::77',
    businessunitid: unit.data.businessunitid,
  });
  expect([made.status, made.data.ipaddress]).toEqual([201, '2001:db8::77']);
  const again = await site.admin.post('/api/dashboarddefaults', { ipaddress: '2001:db8:0:0:0:0:0:77' });
  expect(again.status).toBe(409);
  const path = '/api/dashboarddefaults/visitor-location?ipaddress=';
  for (const ip of ['2001:db8::77', '2001:0DB8:0:0:0:0:0:77'])
    expect((await site.admin.get(path + encodeURIComponent(ip))).data.businessunit).toBe('Notations');
});

test('the list of subnets filters and searches by a range in any notation', async () => {
  expect((await site.admin.post('/api/network/subnets', { cidr: '2001:0DB8:7::/64' })).status).toBe(201);
  for (const cidr of ['2001:db8:7::/64', '2001:0db8:0007:0:0:0:0:0/64', '2001:DB8:7::1/64']) {
    const { data } = await site.admin.get(`/api/network/subnets?cidr=${encodeURIComponent(cidr)}`);
    expect([cidr, data.map((row: { cidr: string }) => row.cidr)]).toEqual([cidr, ['2001:db8:7::/64']]);
  }
  const found = await site.admin.get(
    `/api/network/subnets?search=${encodeURIComponent('2001:0DB8:7:0::/64')}`,
  );
  expect(found.data).toHaveLength(1);
});

test('an import accepts MAC addresses in the notations of switches', async () => {
  const content = [
    'Asset number,Host name,MAC address',
    'SW-1,sw-1,001a.2b3c.5d5e',
    'SW-2,sw-2,00 1a 2b 3c 5d 5f',
    'SW-3,sw-3,001A2B-3C5D60',
  ].join('\n');
  const made = await importFile(site.admin, 'Network device', content, { dryrun: 'false' });
  expect(rowOutcomesOf(made)).toEqual(['add', 'add', 'add']);
  const { data } = await site.admin.get('/api/network?sort=hostname');
  expect(data.map((row: { macaddress: string }) => row.macaddress)).toEqual([
    '00:1a:2b:3c:5d:5e',
    '00:1a:2b:3c:5d:5f',
    '00:1a:2b:3c:5d:60',
  ]);
  expect(rowOutcomesOf(await importFile(site.admin, 'Network device', content))).toEqual([
    'skip',
    'skip',
    'skip',
  ]);
});

test('the computers collector accepts addresses in any notation', async () => {
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const report = (macaddresses: string[], ipaddresses: string[]) =>
    collector.post('/api/collector/computers', {
      records: [{ hostname: 'NOTATION-PC', serialnumber: 'NOTATION-PC-1', macaddresses, ipaddresses }],
    });
  const first = await report(['021a.2b3c.6d5e', '2-1a-2b-3-c-d'], ['2001:0DB8:0:0:0:0:0:55']);
  expect([first.status, first.data.created]).toEqual([200, 1]);
  const again = await report(['02:1A:2B:3C:6D:5E', '02 1a 2b 03 0c 0d'], ['2001:db8::55']);
  expect([again.status, again.data.unchanged]).toEqual([200, 1]);
  const [pc] = (await site.admin.get('/api/computers?search=NOTATION-PC')).data;
  const rows = (await site.admin.get(`/api/assets/${pc.assetid}/communications`)).data;
  expect(rows.map((row: { address: string }) => row.address).sort()).toEqual([
    '02:1a:2b:03:0c:0d',
    '02:1a:2b:3c:6d:5e',
    '2001:db8::55',
  ]);
});

test('the first start merges addresses of an older version that differ only in notation', async () => {
  const data = join(folder, 'older');
  const older = await startSite({ data });
  const types = (await older.admin.get('/api/assets/types')).data;
  const { assettypeid } = types.find((one: { assettype: string }) => one.assettype === 'Machine');
  const { assetid } = (await older.admin.post('/api/assets', { assetnumber: 'OLD-1', assettypeid })).data;
  const row = (address: string, isprimary: 0 | 1, notes?: string) => ({
    assetid,
    commtype: 'ip' as const,
    address,
    isprimary,
    notes,
  });
  older.app.host.db.transact(createSystemContext(), 'test.addresses.made', (tx) => {
    tx.insert(communications, row('2001:db8::42', 0, 'Camera'));
    tx.insert(communications, row('2001:0db8:0:0:0:0:0:42', 1, 'Hall 2'));
    tx.insert(communications, row('::ffff:192.0.2.1', 0));
    tx.runUnjournaled("INSERT INTO starttasks (task) VALUES ('addresses')");
    tx.audit({ entitytype: 'asset', entityid: assetid });
  });
  await older.stop();
  const newer = await startSite({ data });
  const { data: rows } = await newer.admin.get(`/api/assets/${assetid}/communications`);
  const addresses = rows.map((one: { address: string; isprimary: boolean; notes: string | null }) => [
    one.address,
    one.isprimary,
    one.notes,
  ]);
  expect(addresses).toEqual([
    ['2001:db8::42', true, 'Hall 2\nCamera'],
    ['192.0.2.1', false, null],
  ]);
  const [hit] = (await newer.admin.get('/api/search?q=2001:db8:0:0::42')).data;
  expect(hit?.id).toBe(assetid);
  await newer.stop();
});
