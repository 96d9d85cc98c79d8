import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('an alert has the counts of the last run of a day, at no more than 100 places', async () => {
  const { admin } = site;
  const assets = await Promise.all(
    Array.from({ length: 102 }, async (_, n) => {
      const { locationid } = (await admin.post('/api/locations', { location: `Bay ${n}` })).data;
      const body = { assetnumber: `BAY-${n}`, assettypeid: 2, locationid };
      return (await admin.post('/api/assets', body)).data as { assetid: number; locationid: number };
    }),
  );
  const [first, second] = [assets[0]!, assets[1]!];
  const move = ({ assetid }: { assetid: number }, { locationid }: { locationid: number }) =>
    admin.put(`/api/assets/${assetid}`, { locationid });
  await move(first, second);
  const view = { viewname: 'Bays', page: '/assets', query: 'search=BAY' };
  const { savedviewid } = (await admin.post('/api/savedviews', view)).data;
  const alert = { title: 'Bays', comparison: 'more', threshold: 0, severity: 'info', isshared: false };
  const { viewalertid } = (await admin.put(`/api/viewalerts/${savedviewid}`, alert)).data;
  const listRows = async () => {
    const { data } = await admin.post('/api/jobs/dashboard.trends/run');
    expect(data).toMatchObject({ lastresult: 'ok' });
    return site.app.host.db.read((reader) =>
      reader.all<{ locationid: number; n: number }>(
        'SELECT locationid, "count" AS n FROM alertplacecounts WHERE alertkey = ? ORDER BY n DESC',
        `view-${viewalertid}`,
      ),
    );
  };
  const before = await listRows();
  expect([before.length, before[0]]).toEqual([100, { locationid: second.locationid, n: 2 }]);
  for (const asset of assets.slice(2)) await move(asset, first);
  expect(await listRows()).toEqual([
    { locationid: first.locationid, n: 100 },
    { locationid: second.locationid, n: 2 },
  ]);
});
