import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('an asset is created and found by part of its name, and its history names the author of a change', async () => {
  const types = await site.anonymous.get('/api/assets/types');
  const machine = types.data.find((type: { assettype: string }) => type.assettype === 'Machine');
  const created = await site.admin.post('/api/assets', {
    assetnumber: 'M-100',
    assettypeid: machine.assettypeid,
    name: 'Lathe North',
  });
  expect(created.status).toBe(201);
  await site.admin.put(`/api/assets/${created.data.assetid}`, { name: 'Lathe South' });
  const found = await site.anonymous.get('/api/assets?search=LATHE%20s');
  expect(found.data.map((row: { assetnumber: string }) => row.assetnumber)).toEqual(['M-100']);
  const history = await site.anonymous.get(`/api/assets/${created.data.assetid}/history`);
  expect(history.data[0]).toMatchObject({
    field: 'name',
    old: 'Lathe North',
    new: 'Lathe South',
    username: 'admin',
  });
});
