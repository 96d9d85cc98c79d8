import { afterAll, beforeAll, expect, test } from 'bun:test';
import { OutdatedDocuments } from '../../src/features/search/outdated-documents.ts';
import { findAssets } from '../support/find-assets.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let hall: number;
let cell: number;
let vendorid: number;
beforeAll(async () => {
  site = await startSite();
  const post = async (path: string, body: object) => (await site.admin.post(path, body)).data;
  hall = (await post('/api/locations', { location: 'Hall B1' })).locationid;
  cell = (await post('/api/locations', { location: 'Weld cell 9', parentlocationid: hall })).locationid;
  vendorid = (await post('/api/vendors', { vendor: 'Ironworks Müller' })).vendorid;
  const { modelnumberid } = await post('/api/models', { modelnumber: 'Saturn 500', vendorid });
  const { statusid } = await post('/api/assets/statuses', { status: 'Under inspection' });
  const { osid } = await post('/api/operatingsystems', { osname: 'Windows 7 Embedded' });
  const { computertypeid } = await post('/api/computers/types', { computertype: 'Panel PC' });
  await post('/api/computers', {
    assetnumber: 'PC-1',
    hostname: 'weld-9',
    osid,
    computertypeid,
    vendorid,
    modelnumberid,
    locationid: cell,
    statusid,
  });
  await post('/api/assets', {
    assettypeid: 2,
    assetnumber: 'MC-1',
    locationid: hall,
    notes: 'Spindle makes noise',
  });
});
afterAll(() => site.stop());

const find = (query: string) => findAssets(site, query);

test.each([
  ['windows 7', ['PC-1']],
  ['panel', ['PC-1']],
  ['under inspection', ['PC-1']],
  ['muller', ['PC-1']],
  ['saturn', ['PC-1']],
  ['weld cell', ['PC-1']],
  ['"hall b1"', ['MC-1', 'PC-1']],
  ['hall windows', ['PC-1']],
  ['hall -panel', ['MC-1']],
  ['noise spindle', ['MC-1']],
  ['notes:spindle', ['MC-1']],
])('the search %s finds assets by the names that they refer to', async (query, expected) => {
  expect(await find(query)).toEqual(expected);
});

test('the lists of computers and models find records by the names that they refer to', async () => {
  const numbers = async (path: string) => (await site.admin.get(path)).meta.pagination.total;
  expect(await numbers('/api/computers?search=windows%207%20hall')).toBe(1);
  expect(await numbers('/api/models?search=ironworks%20saturn')).toBe(1);
  expect(await numbers('/api/locations?search=b1')).toBe(2);
});

test('a renamed or moved record changes the search at once, also after an undo', async () => {
  const { headers } = await site.admin.put(`/api/vendors/${vendorid}`, { vendor: 'Steelworks' });
  expect([await find('ironworks'), await find('steelworks')]).toEqual([[], ['PC-1']]);
  await site.admin.post(`/api/auditlogs/${headers.get('x-audit-id')}/undo`);
  expect([await find('ironworks'), await find('steelworks')]).toEqual([['PC-1'], []]);

  await site.admin.put(`/api/locations/${cell}`, { parentlocationid: null });
  expect(await find('"hall b1"')).toEqual(['MC-1']);
  await site.admin.put(`/api/locations/${cell}`, { parentlocationid: hall });
  expect(await find('"hall b1"')).toEqual(['MC-1', 'PC-1']);
});

test('the background task updates the documents of a record that very many refer to', async () => {
  const { data: vendor } = await site.admin.post('/api/vendors', { vendor: 'Tools R Us' });
  for (let n = 0; n < 101; n++)
    await site.admin.post('/api/assets', {
      assettypeid: 2,
      assetnumber: `T-${n}`,
      vendorid: vendor.vendorid,
    });
  const total = async (q: string) => (await site.admin.get(`/api/assets?search=${q}`)).meta.pagination.total;
  expect(await total('tools')).toBe(101);
  await site.admin.put(`/api/vendors/${vendor.vendorid}`, { vendor: 'Instruments' });
  await site.app.host.getInstance(OutdatedDocuments).update();
  expect([await total('tools'), await total('instruments')]).toEqual([0, 101]);
  expect(site.app.host.db.read((reader) => reader.value('SELECT count(*) FROM searchoutdated'))).toBe(0);
});

test('a hit names the field by which it was found', async () => {
  const matchedBy = async (q: string) => {
    const hits = (await site.admin.get(`/api/search?q=${encodeURIComponent(q)}`)).data;
    return hits.find(({ kind }: { kind: string }) => kind === 'asset').matched;
  };
  expect(await matchedBy('windows 7')).toEqual({
    field: 'osid',
    title: 'Operating system',
    text: 'Windows 7 Embedded',
  });
  expect(await matchedBy('"hall b1"')).toEqual({ field: 'locationid', title: 'Location', text: 'Hall B1' });
  expect(await matchedBy('pc1')).toEqual({ field: 'assetnumber', title: 'Asset number', text: 'PC-1' });
  expect(await matchedBy('weld-9')).toMatchObject({ field: 'hostname', text: 'weld-9' });
  expect(await matchedBy('hall windows embedded')).toMatchObject({ field: 'osid' });
  expect(await matchedBy('windws')).toMatchObject({ text: 'Windows 7 Embedded' });
  expect(await matchedBy('-steelworks')).toBeNull();
});

test('a record with the words in their order comes before those with the words apart', async () => {
  for (const [assetnumber, osname] of [
    ['A-7', 'Zeta 10'],
    ['B-1', 'Zeta 7'],
  ]) {
    const { osid } = (await site.admin.post('/api/operatingsystems', { osname })).data;
    await site.admin.post('/api/computers', { assetnumber, osid });
  }
  const hits = (await site.admin.get('/api/search?q=zeta%207')).data;
  const assets = hits.filter(({ kind }: { kind: string }) => kind === 'asset');
  expect(assets.map(({ title, score }: Record<string, unknown>) => [title, score])).toEqual([
    ['B-1', 50],
    ['A-7', 20],
  ]);
});

test('a hit with very many texts names its field only for an identifier', async () => {
  const { data: device } = await site.admin.post('/api/assets', { assettypeid: 2, assetnumber: 'SW-1' });
  const path = `/api/assets/${device.assetid}/communications`;
  const hex = (n: number) => n.toString(16).padStart(2, '0');
  for (let n = 0; n < 600; n++)
    await site.admin.post(path, { commtype: 'mac', address: `02:5a:00:00:${hex(n >> 8)}:${hex(n & 255)}` });
  const hitOf = async (q: string) => (await site.admin.get(`/api/search?q=${q}`)).data[0];
  expect(await hitOf('02:5a:00:00:02:4d')).toMatchObject({
    id: device.assetid,
    exact: true,
    matched: { field: 'mac', title: 'MAC address', text: '02:5a:00:00:02:4d' },
  });
  expect(await hitOf('02:5a:00')).toMatchObject({ id: device.assetid, exact: false, matched: null });
});
