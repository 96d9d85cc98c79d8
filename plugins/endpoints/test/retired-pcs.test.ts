import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';
import { enrolledPc, setSharedKey } from './pcs.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

test('the agent of a computer that is out of use is heard, and no scope means it', async () => {
  const scope = { hostname: 'retired-pc' };
  const policy = { policyname: 'For it', scope, allowedactions: ['reboot'], priority: 1 };
  expect((await site.admin.post('/api/endpoints/policies', policy)).status).toBe(201);
  const alert = { notification: 'For it', alertfleet: true, alertscope: scope };
  const { notificationid } = (await site.admin.post('/api/notifications', alert)).data;
  const { assetid, agent } = await enrolledPc(site, 'retired-pc');
  expect((await agent.get('/api/endpoints/alerts')).data).toHaveLength(1);
  const { data } = await site.admin.get(`/api/computers/by-asset/${assetid}`);
  await site.admin.delete(`/api/computers/${data.computerid}`);
  const heard = await agent.post('/api/endpoints/checkin', {});
  expect([heard.status, heard.data.policy.policyname]).toEqual([200, 'Standard']);
  expect((await agent.post('/api/collector/endpoints', { hostname: 'retired-pc' })).status).toBe(200);
  expect((await agent.get('/api/endpoints/alerts')).data).toEqual([]);
  expect((await agent.post(`/api/endpoints/alerts/${notificationid}/acknowledge`, {})).status).toBe(403);
});
