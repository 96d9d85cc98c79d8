import { afterAll, beforeAll, expect, test } from 'bun:test';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('an alert has no places for its user after the permission to read its list was removed', async () => {
  const { admin } = site;
  const rolename = 'Counts stock';
  const { data: role } = await admin.post('/api/users/roles', { rolename, permissions: ['stocktake.run'] });
  const account = { username: 'counter', email: 'counter@plant.example', password: PASSWORD };
  await admin.post('/api/users', { ...account, roles: [role.roleid], mustchangepassword: false });
  const counter = await site.anonymous.signIn('counter', PASSWORD);
  for (const location of ['North hall', 'South hall']) {
    const { locationid } = (await admin.post('/api/locations', { location })).data;
    await counter.post('/api/stocktakes', { locationid });
  }
  const view = { viewname: 'Stocktakes', page: '/stocktakes', query: '' };
  const { savedviewid } = (await counter.post('/api/savedviews', view)).data;
  const alert = { title: 'Stocktakes', comparison: 'more', threshold: 0, severity: 'info', isshared: false };
  expect((await counter.put(`/api/viewalerts/${savedviewid}`, alert)).status).toBe(200);
  await admin.post('/api/jobs/dashboard.trends/run');
  const listPlaces = async (client: Site['admin']) => {
    const { attention } = (await client.get('/api/dashboard/summary')).data;
    const { key } = attention.find(({ title }: { title: string }) => title === 'Stocktakes');
    const { status, data } = await client.get(`/api/dashboard/alerts/${key}/places`);
    return [status, data.length];
  };
  expect(await listPlaces(counter)).toEqual([200, 2]);
  await admin.put(`/api/users/roles/${role.roleid}`, { permissions: [] });
  const reader = await site.anonymous.signIn('counter', PASSWORD);
  expect((await reader.get('/api/stocktakes')).status).toBe(403);
  expect(await listPlaces(reader)).toEqual([200, 0]);
});
