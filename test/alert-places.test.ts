import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from './support/site.ts';

let site: Site;
let admin: Site['admin'];
beforeAll(async () => {
  site = await startSite();
  admin = site.admin;
});
afterAll(() => site.stop());

test('an alert is counted at each place of the highest level that has several', async () => {
  const { data: only } = await admin.post('/api/locations', { location: 'Only site' });
  const place = async (location: string, parentlocationid: number): Promise<number> =>
    (await admin.post('/api/locations', { location, parentlocationid })).data.locationid;
  const north = await place('North hall', only.locationid);
  const south = await place('South hall', only.locationid);
  const cell = await place('North cell', north);
  for (const locationid of [north, cell, south])
    await admin.post('/api/assets', { assetnumber: `AT-${locationid}`, assettypeid: 2, locationid });
  const view = { viewname: 'Placed', page: '/assets', query: 'search=AT&group=locationid&sort=name' };
  const { data } = await admin.post('/api/savedviews', view);
  const alert = {
    title: 'Placed assets',
    comparison: 'more',
    threshold: 0,
    severity: 'info',
    isshared: false,
  };
  expect((await admin.put(`/api/viewalerts/${data.savedviewid}`, alert)).status).toBe(200);
  await admin.post('/api/jobs/dashboard.trends/run');
  const { attention } = (await admin.get('/api/dashboard/summary')).data;
  const { key, hasplaces } = attention.find(({ title }: { title: string }) => title === 'Placed assets');
  expect(hasplaces).toBe(true);
  const moved = await admin.get('/api/assets?search=AT&exact=true&locationid=' + cell);
  await admin.put(`/api/assets/${moved.data[0].assetid}`, { locationid: south });
  const { data: places } = await admin.get(`/api/dashboard/alerts/${key}/places`);
  const day = site.app.host.db.read((reader) => reader.today);
  const trend = (count: number) => [{ day, count }];
  expect(places).toMatchObject([
    { location: 'South hall', count: 2, trend: trend(1) },
    { location: 'North hall', count: 1, trend: trend(2) },
  ]);
  const listed = await admin.get(`/api${places[0].href.replace('group=locationid&', '')}`);
  expect(listed.meta.pagination.total).toBe(2);
  expect((await site.anonymous.get(`/api/dashboard/alerts/${key}/places`)).status).toBe(404);
  expect((await admin.get('/api/dashboard/alerts/none/places')).status).toBe(404);
});
