import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('a setting has its previous value immediately after an undo', async () => {
  await site.admin.put('/api/settings/site_name', { value: 'Old works' });
  await site.admin.put('/api/settings/site_name', { value: 'New works' });
  const value = async () => (await site.anonymous.get('/api/settings/site_name')).data.value;
  expect(await value()).toBe('New works');
  const [latest] = (await site.admin.get('/api/auditlogs?action=platform.setting.updated')).data;
  expect((await site.admin.post(`/api/auditlogs/${latest.auditlogid}/undo`)).status).toBe(200);
  expect(await value()).toBe('Old works');
});
