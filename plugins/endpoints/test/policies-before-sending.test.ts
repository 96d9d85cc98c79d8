import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';
import { createPc } from './pcs.ts';

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.stop());

const standing = {
  policyid: null,
  policyname: 'Standard',
  allowedactions: ['inventory_refresh', 'enforce_run', 'printers_sync', 'message'],
};

test('the server returns the default policy, and the policy list does not contain it', async () => {
  const viewer = await site.userWith('endpoints.view');
  expect((await viewer.get('/api/endpoints/policies/standing')).data).toEqual(standing);
  expect((await viewer.get('/api/endpoints/policies')).data).toEqual([]);
  expect((await (await site.userWith()).get('/api/endpoints/policies/standing')).status).toBe(403);
});

test('the fleet, the PC status and the scope preview show the policy of each PC', async () => {
  const unit = await site.admin.post('/api/businessunits', { businessunit: 'Casting' });
  const ids = [
    await createPc(site, 'pol-1'),
    await createPc(site, 'pol-2'),
    await createPc(site, 'pol-3', { businessunitid: unit.data.businessunitid }),
  ];
  const body = { policyname: 'Casting', scope: { businessunit: 'casting' }, allowedactions: ['reboot'] };
  const { policyid } = (await site.admin.post('/api/endpoints/policies', body)).data;
  const own = { policyid, policyname: 'Casting', allowedactions: ['reboot'] };
  const { data: rows } = await site.admin.get('/api/endpoints?search=pol-');
  expect(rows.map(({ policy }: { policy: object }) => policy)).toEqual([standing, standing, own]);
  for (const [at, assetid] of ids.entries()) {
    const { data } = await site.admin.get(`/api/endpoints/asset/${assetid}/status`);
    expect(data.policy).toEqual(rows[at].policy);
  }
  const scope = encodeURIComponent(JSON.stringify({ hostname: ['pol-1', 'pol-2', 'pol-3'] }));
  const { data } = await site.admin.get(`/api/endpoints/scope?scope=${scope}`);
  expect([data.count, data.policies]).toEqual([
    3,
    [
      { ...standing, count: 2 },
      { ...own, count: 1 },
    ],
  ]);
});
