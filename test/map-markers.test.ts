import { afterAll, beforeAll, expect, test } from 'bun:test';
import { makeAsset, makeLevel } from './map-floor.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
let ground: number;
let upper: number;
beforeAll(async () => {
  site = await startSite();
  ground = (await makeLevel(site.admin, 'Ground')).levelid;
  upper = (await makeLevel(site.admin, 'Upper')).levelid;
  await makeAsset(site.admin, 'M-1', { name: 'Lathe', mapx: 10, mapy: 20.5, levelid: ground });
  await makeAsset(site.admin, 'PC-1', { type: 'Computer', mapx: 30, mapy: 40, levelid: ground, statusid: 3 });
  await makeAsset(site.admin, 'M-2', { mapx: 50, mapy: 60, levelid: upper });
  await makeAsset(site.admin, 'LOST-1', { mapx: 70, mapy: 80 });
  await makeAsset(site.admin, 'NEW-1', { type: 'Computer' });
  await makeAsset(site.admin, 'HALF-1', { levelid: upper });
  const retired = await makeAsset(site.admin, 'OLD-1', { mapx: 1, mapy: 1, levelid: ground });
  await site.admin.delete(`/api/assets/${retired}`);
});
afterAll(() => site.stop());

const numbers = async (path: string) =>
  ((await site.anonymous.get(path)).data as { assetnumber: string }[]).map((one) => one.assetnumber).sort();

test('markers are the active assets with a known level and position', async () => {
  expect(await numbers('/api/map/markers')).toEqual(['M-1', 'M-2', 'PC-1']);
  const [marker] = (await site.anonymous.get(`/api/map/markers?levelid=${ground}&assettype=Machine`)).data;
  expect(marker).toMatchObject({
    assetnumber: 'M-1',
    name: 'Lathe',
    assettype: 'Machine',
    icon: 'engine',
    color: 'orange',
    status: 'In use',
    mapx: 10,
    mapy: 20.5,
    levelid: ground,
    mapverifiedat: null,
  });
});

test('markers are filtered by level, type, status and text', async () => {
  expect(await numbers(`/api/map/markers?levelid=${upper}`)).toEqual(['M-2']);
  expect(await numbers('/api/map/markers?assettype=computer')).toEqual(['PC-1']);
  expect(await numbers('/api/map/markers?assettype=nothing')).toEqual([]);
  expect(await numbers('/api/map/markers?statusid=3')).toEqual(['PC-1']);
  expect(await numbers('/api/map/markers?search=LATH')).toEqual(['M-1']);
  expect(await numbers('/api/map/markers?search=m-')).toEqual(['M-1', 'M-2']);
  expect((await site.anonymous.get('/api/map/markers?levelid=x')).status).toBe(400);
});

test('assets without a level or position are listed as unplaced', async () => {
  const answer = await site.anonymous.get('/api/map/unplaced');
  const levels = Object.fromEntries(
    (answer.data as { assetnumber: string; level: string | null }[]).map((one) => [
      one.assetnumber,
      one.level,
    ]),
  );
  expect(levels).toEqual({ 'HALF-1': 'Upper', 'LOST-1': 'unknown', 'NEW-1': null });
  expect(answer.data.find((one: { assetnumber: string }) => one.assetnumber === 'LOST-1')).toMatchObject({
    mapx: 70,
    mapy: 80,
    levelid: null,
  });
});

test('the list of unplaced assets supports pages and filters', async () => {
  const page = await site.anonymous.get('/api/map/unplaced?per_page=2&page=2');
  expect([page.data.length, page.meta.pagination]).toEqual([1, { page: 2, perpage: 2, total: 3, pages: 2 }]);
  expect(await numbers('/api/map/unplaced?assettype=Computer')).toEqual(['NEW-1']);
  expect(await numbers('/api/map/unplaced?search=lost')).toEqual(['LOST-1']);
  expect((await site.anonymous.get('/api/map/unplaced?page=0')).status).toBe(400);
});

test('positions on an unknown level are reported to an admin and not to an anonymous caller', async () => {
  const keys = (summary: { attention: { key: string; count: number }[] }) =>
    summary.attention.filter((one) => one.key === 'map-level-unknown').map((one) => one.count);
  expect(keys((await site.admin.get('/api/dashboard/summary')).data)).toEqual([1]);
  expect(keys((await site.anonymous.get('/api/dashboard/summary')).data)).toEqual([]);
});
