import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';
import { step } from '../support/step.ts';

let site: Site;
const ids: Record<string, number> = {};
beforeAll(async () => {
  site = await startSite();
  const place = async (location: string, parentlocationid?: number) =>
    (await site.admin.post('/api/locations', { location, parentlocationid })).data.locationid as number;
  ids.plant = await place('Plant');
  ids.hall = await place('Hall', ids.plant);
  ids.cell = await place('Cell', ids.hall);
  ids.yard = await place('Yard');
  const unit = async (businessunit: string, parentbusinessunitid?: number) =>
    (await site.admin.post('/api/businessunits', { businessunit, parentbusinessunitid })).data
      .businessunitid as number;
  ids.works = await unit('Works');
  ids.milling = await unit('Milling', ids.works);
  for (const [assetnumber, locationid, businessunitid] of [
    ['A-plant', ids.plant, ids.works],
    ['A-hall', ids.hall, ids.milling],
    ['A-cell', ids.cell, null],
    ['A-yard', ids.yard, null],
  ])
    await site.admin.post('/api/assets', { assetnumber, assettypeid: 2, locationid, businessunitid });
  await site.admin.post('/api/computers', {
    assetnumber: 'C-cell',
    hostname: 'cell-pc',
    locationid: ids.cell,
  });
});
afterAll(() => site.stop());

const numbers = async (path: string) => {
  const { data, meta } = await site.admin.get(path);
  expect(meta.pagination.total).toBe(data.length);
  return data.map((row: { assetnumber: string }) => row.assetnumber).sort();
};

test('a location filter includes descendants, and exact=true excludes them', async () => {
  const all = ['A-cell', 'A-hall', 'A-plant', 'C-cell'];
  expect(await numbers(`/api/assets?locationid=${ids.plant}`)).toEqual(all);
  expect(await numbers(`/api/assets?location_id=${ids.hall}`)).toEqual(['A-cell', 'A-hall', 'C-cell']);
  expect(await numbers(`/api/assets?locationid=${ids.plant}&exact=true`)).toEqual(['A-plant']);
  expect(await numbers(`/api/assets?locationid=${ids.yard}`)).toEqual(['A-yard']);
  expect(await numbers(`/api/assets?locationid=${ids.plant}&search=A-h`)).toEqual(['A-hall']);
  expect(await numbers(`/api/computers?locationid=${ids.plant}`)).toEqual(['C-cell']);
  expect(await numbers(`/api/assets?business_unit_id=${ids.works}`)).toEqual(['A-hall', 'A-plant']);
  expect(await numbers(`/api/assets?businessunitid=${ids.works}&exact=true`)).toEqual(['A-plant']);
});

test('a CSV and a bulk edit apply the same location filter', async () => {
  const csv = await site.admin.get(`/api/assets?locationid=${ids.hall}&format=csv`);
  expect(csv.text.trim().split('\n')).toHaveLength(4);
  const filter = { locationid: ids.hall };
  const changed = await site.admin.patch('/api/assets/bulk', { filter, changes: { notes: 'moved' } });
  expect(changed.data).toEqual({ matched: 3, changed: 3 });
  const alone = await site.admin.patch('/api/assets/bulk', {
    filter: { ...filter, exact: true },
    changes: { notes: 'here' },
  });
  expect(alone.data.matched).toBe(1);
});

const moveCell = (parentlocationid: number | undefined) =>
  site.admin.put(`/api/locations/${ids.cell}`, { parentlocationid });

test('a moved location changes the filters and counts of its ancestors', async () => {
  await moveCell(ids.yard);
  try {
    await step('Filter lists by the moved location', filtersAfterMove);
    await step('Count the assets of each location', treesAfterMove);
  } finally {
    await moveCell(ids.hall);
  }
});

async function filtersAfterMove() {
  expect(await numbers(`/api/assets?locationid=${ids.yard}`)).toEqual(['A-cell', 'A-yard', 'C-cell']);
  expect(await numbers(`/api/assets?locationid=${ids.plant}`)).toEqual(['A-hall', 'A-plant']);
  const { data } = await site.admin.get(`/api/locations?parentlocationid=${ids.plant}`);
  expect(data.map((row: { location: string }) => row.location)).toEqual(['Hall']);
}

async function treesAfterMove() {
  const { data } = await site.admin.get('/api/locations/tree');
  const rows = data.map((row: Record<string, unknown>) => [row.name, row.depth, row.own, row.within]);
  expect(rows).toEqual([
    ['Plant', 0, 1, 2],
    ['Hall', 1, 1, 1],
    ['Yard', 0, 1, 3],
    ['Cell', 1, 2, 2],
  ]);
  const units = (await site.admin.get('/api/businessunits/tree')).data;
  expect(units).toMatchObject([
    { name: 'Works', own: 1, within: 2 },
    { name: 'Milling', parent: ids.works, own: 1 },
  ]);
  expect((await site.anonymous.get('/api/locations/tree')).status).toBe(200);
}
