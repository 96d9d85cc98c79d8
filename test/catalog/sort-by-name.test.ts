import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
/** The vendor of each asset by its number. The order of the IDs is the reverse of that of the names. */
const VENDORS: Record<string, string | null> = {
  A1: 'zeta',
  A2: null,
  A3: 'Alpha',
  A4: 'mu',
  A5: 'Alpha',
  A6: null,
};

beforeAll(async () => {
  site = await startSite();
  const ids = new Map<string | null, number | null>([[null, null]]);
  for (const vendor of ['zeta', 'mu', 'Alpha'])
    ids.set(vendor, (await site.admin.post('/api/vendors', { vendor })).data.vendorid);
  for (const [assetnumber, vendor] of Object.entries(VENDORS))
    await site.admin.post('/api/computers', {
      assetnumber,
      name: 'Same',
      hostname: `h-${assetnumber}`,
      vendorid: ids.get(vendor),
    });
});
afterAll(() => site.stop());

const numbers = async (path: string): Promise<string[]> =>
  (await site.admin.get(path)).data.map(({ assetnumber }: { assetnumber: string }) => assetnumber);
const UP = ['A3', 'A5', 'A4', 'A1', 'A2', 'A6'];
const DOWN = UP.toReversed();

test.each([['/api/assets'], ['/api/computers']])(
  '%s is sorted by vendor name with missing ones last',
  async (path) => {
    expect(await numbers(`${path}?sort=vendorid`)).toEqual(UP);
    expect(await numbers(`${path}?sort=vendorid&dir=desc`)).toEqual(DOWN);
    expect(await numbers(`${path}?sort=vendorid&active=false`)).toEqual(UP);
    expect(await numbers(`${path}?sort=vendorid&statusid=1`)).toEqual(UP);
    expect(await numbers(`${path}?sort=vendorid&search=same`)).toEqual(UP);
  },
);

test('the pages of a sorted list contain each row once for any page size', async () => {
  for (const length of [1, 2, 3, 4, 5, 6, 7]) {
    const all: string[] = [];
    for (let page = 1; page <= Math.ceil(6 / length) + 1; page++)
      all.push(...(await numbers(`/api/assets?sort=vendorid&dir=desc&per_page=${length}&page=${page}`)));
    expect([length, all]).toEqual([length, DOWN]);
  }
});

test('the CSV has the same order, and the list sorts by type, status and location', async () => {
  const { text } = await site.admin.get('/api/assets?sort=vendorid&format=csv');
  expect(text.split('\n').flatMap((line) => /\bA\d\b/.exec(line)?.[0] ?? [])).toEqual(UP);
  for (const sort of ['assettypeid', 'statusid', 'locationid'])
    expect((await numbers(`/api/assets?sort=${sort}`)).sort()).toEqual(Object.keys(VENDORS));
});

test('an inactive asset is sorted by its vendor when it is shown', async () => {
  const { data } = await site.admin.get('/api/assets?search=A4');
  const path = `/api/assets/${data[0].assetid}`;
  await site.admin.delete(path);
  try {
    expect(await numbers('/api/assets?sort=vendorid')).toEqual(UP.filter((number) => number !== 'A4'));
    expect(await numbers('/api/assets?sort=vendorid&active=false')).toEqual(UP);
  } finally {
    await site.admin.put(path, { isactive: true });
  }
});
