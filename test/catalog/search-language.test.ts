import { afterAll, beforeAll, expect, test } from 'bun:test';
import { findAssets } from '../support/find-assets.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  const { assettypeid } = (await site.admin.post('/api/assets/types', { assettype: 'Object' })).data;
  const create = (body: object) => site.admin.post('/api/assets', { assettypeid, ...body });
  await create({ assetnumber: 'MC-000012', name: 'Grinding machine', serialnumber: 'SN 77/0815-Ä' });
  await create({ assetnumber: 'MC-000120', name: 'Milling machine, Straße 7' });
  await create({ assetnumber: 'PC-000012', name: 'Grinder station "Ost"' });
  await create({ assetnumber: '10007', name: 'Camera' });
  const camera = (await site.admin.get('/api/assets?search=10007')).data[0];
  await site.admin.post(`/api/assets/${camera.assetid}/communications`, {
    commtype: 'ip',
    address: '10.0.0.7',
  });
  await create({ assetnumber: 'LAMP-1', name: 'Desk lamp' });
});
afterAll(() => site.stop());

const numbers = (rows: { assetnumber: string }[]) => rows.map(({ assetnumber }) => assetnumber).sort();

const find = (query: string) => findAssets(site, query);

test.each([
  ['grind mach', ['MC-000012']],
  ['machine grinding', ['MC-000012']],
  ['machine', ['MC-000012', 'MC-000120']],
  ['GRIND', ['MC-000012', 'PC-000012']],
  ['"grinding machine"', ['MC-000012']],
  ['"machine grinding"', []],
  ['"grind mach"', []],
  ['grind -station', ['MC-000012']],
  ['-machine -lamp -camera', ['PC-000012']],
  ['machine -"milling machine"', ['MC-000012']],
  ['inding', []],
  ['strasse', ['MC-000120']],
  ['STRAẞE', ['MC-000120']],
  ['ost', ['PC-000012']],
])('the search %s finds the records with all of its words', async (query, expected) => {
  expect(await find(query)).toEqual(expected);
});

test.each([
  ['mc000012', ['MC-000012']],
  ['MC 000012', ['MC-000012']],
  ['mc_000012', ['MC-000012']],
  ['mc12', ['MC-000012', 'MC-000120']],
  ['"mc 12"', ['MC-000012']],
  ['000012', ['MC-000012', 'PC-000012']],
  ['12', ['MC-000012', 'MC-000120', 'PC-000012']],
  ['0012', ['MC-000012', 'PC-000012']],
  ['sn770815a', ['MC-000012']],
  ['0815', ['MC-000012']],
  ['815', ['MC-000012']],
  ['10007', ['10007']],
  ['10.0.0.7', ['10007']],
  ['10.0.0', ['10007']],
])('the search %s finds identifiers without regard to separators and zeros', async (query, expected) => {
  expect(await find(query)).toEqual(expected);
});

test.each([
  ['grindng', ['MC-000012']],
  ['machien', ['MC-000012', 'MC-000120']],
  ['statoin grinder', ['PC-000012']],
  ['lanp', []],
  ['"grindng"', []],
])('the search %s tolerates one wrong letter in a word of five letters or more', async (query, expected) => {
  expect(await find(query)).toEqual(expected);
});

test.each([
  '',
  '   ',
  '---',
  '""',
  '%',
  '*',
  '(',
  'NEAR(',
  '"',
  "'",
  'AND',
  'a"b*c^d:e',
  '{body}:x',
  '-',
  '|',
])('a search of signs such as %s is no error', async (query) => {
  const q = encodeURIComponent(query);
  expect((await site.admin.get(`/api/search?q=${q}`)).status).toBe(200);
  expect((await site.admin.get(`/api/assets?search=${q}`)).status).toBe(200);
});

test.each(['-', '|', '"', 'machine -', '- |'])(
  'the unfinished search %s restricts a list only by its other words',
  async (query) => {
    const finished = query.replace(/[-|"]/g, '').trim();
    const namesIn = async (path: string, search: string) =>
      (await site.admin.get(`${path}?search=${encodeURIComponent(search)}`)).data;
    for (const path of ['/api/assets', '/api/assets/statuses'])
      expect(await namesIn(path, query)).toEqual(await namesIn(path, finished));
    expect(await namesIn('/api/assets', '-')).toHaveLength(5);
  },
);

test('an identifier that equals the search is the first hit and exact', async () => {
  for (const [query, title] of [
    ['10.0.0.7', 'Camera'],
    ['10007', 'Camera'],
    ['mc000012', 'Grinding machine'],
  ] as const) {
    const hits = (await site.admin.get(`/api/search?q=${query}`)).data;
    expect([query, hits[0]?.title, hits[0]?.exact]).toEqual([query, title, true]);
  }
  const hits = (await site.admin.get('/api/search?q=grinding')).data;
  expect(hits.map(({ exact }: { exact: boolean }) => exact)).toEqual([false]);
});

test('a search for hidden texts finds nothing and tolerates the same errors as without them', async () => {
  const camera = (await site.admin.get('/api/assets?search=10007')).data[0];
  await site.admin.put(`/api/assets/${camera.assetid}`, { name: 'Camera' });
  await site.admin.put('/api/settings/anonymous_read', { value: 'basic' });
  const anonymous = async (q: string) => numbers((await site.anonymous.get(`/api/assets?search=${q}`)).data);
  expect(await anonymous('10.0.0.7')).toEqual([]);
  expect(await anonymous('camera')).toEqual(['10007']);
  await site.admin.put('/api/settings/anonymous_read', { value: 'full' });
});
