import { afterAll, beforeAll, expect, test } from 'bun:test';
import { addDays } from '../src/kit/clock.ts';
import { DAY } from './support/clock.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
/** A client with an API token, which does not expire when the clock advances. */
let admin: Site['admin'];
beforeAll(async () => {
  site = await startSite();
  const { secret } = (await site.admin.post('/api/apitokens', { name: 'all' })).data;
  admin = site.anonymous.bearer(secret);
});
afterAll(() => site.stop());

const today = () => site.app.host.db.read((reader) => reader.today);
const record = async () =>
  expect((await admin.post('/api/jobs/dashboard.trends/run')).data).toMatchObject({ lastresult: 'ok' });
const readTrend = async () =>
  (await admin.get('/api/dashboard/summary')).data.attention.find(
    ({ key }: { key: string }) => key === 'noplace',
  ).trend;
const countRows = () =>
  site.app.host.db.read((reader) =>
    reader.value<number>("SELECT count(*) FROM alertcounts WHERE alertkey = 'noplace'"),
  );

test('each alert has one count for each day, shows 30 days and retains 90', async () => {
  await admin.post('/api/assets', { assetnumber: 'ONE', assettypeid: 2 });
  expect(await readTrend()).toEqual([]);
  await record();
  await admin.post('/api/assets', { assetnumber: 'TWO', assettypeid: 2 });
  await record();
  expect(await readTrend()).toEqual([{ day: today(), count: 2 }]);
  site.clock.advance(DAY);
  await admin.post('/api/assets', { assetnumber: 'THREE', assettypeid: 2 });
  await record();
  expect(await readTrend()).toEqual([
    { day: addDays(today(), -1), count: 2 },
    { day: today(), count: 3 },
  ]);
  site.clock.advance(40 * DAY);
  await record();
  expect(await readTrend()).toEqual([{ day: today(), count: 3 }]);
  expect(countRows()).toBe(3);
  site.clock.advance(60 * DAY);
  await record();
  expect(countRows()).toBe(2);
  const keys = site.app.host.db.read((reader) =>
    reader.all<{ alertkey: string }>('SELECT DISTINCT alertkey FROM alertcounts'),
  );
  const names = keys.map(({ alertkey }) => alertkey);
  expect(names).not.toContain('jobsrunning');
  expect(names).not.toContain('mail');
});

test('an alert that a user made from a view has a trend too', async () => {
  const { data } = await admin.post('/api/savedviews', { viewname: 'All', page: '/assets', query: '' });
  const alert = { title: 'Any assets', comparison: 'more', threshold: 0, severity: 'info', isshared: false };
  expect((await admin.put(`/api/viewalerts/${data.savedviewid}`, alert)).status).toBe(200);
  const total = (await admin.get('/api/assets')).meta.pagination.total;
  await record();
  const { attention } = (await admin.get('/api/dashboard/summary')).data;
  const { trend } = attention.find(({ title }: { title: string }) => title === 'Any assets');
  expect(trend).toEqual([{ day: today(), count: total }]);
});
