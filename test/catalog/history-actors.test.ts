import { afterAll, beforeAll, expect, test } from 'bun:test';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('the filter of actors separates changes of an asset by people from others', async () => {
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const { data } = await collector.post('/api/collector/computers', {
    hostname: 'fold-1',
    serialnumber: 'F-1',
  });
  await site.admin.put(`/api/assets/${data.assetid}`, { notes: 'Checked' });
  const fieldsBy = async (query: string) => {
    const rows: { field: string; username: string }[] = (
      await site.admin.get(`/api/assets/${data.assetid}/history?per_page=100${query}`)
    ).data;
    return rows.map(({ field }) => field);
  };
  expect(await fieldsBy('&actors=people')).toEqual(['notes']);
  const byMachines = await fieldsBy('&actors=machines');
  expect(byMachines).toContain('assets');
  expect(byMachines).not.toContain('notes');
  expect(await fieldsBy('')).toEqual(['notes', ...byMachines]);
  expect((await site.admin.get(`/api/assets/${data.assetid}/history?actors=robots`)).status).toBe(400);
});
