import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plugins } from '../plugins/index.ts';
import type { Client } from './support/client.ts';
import { startSite } from './support/site.ts';

const root = mkdtempSync(join(tmpdir(), 'millwright-off-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a plugin that is active again adds the assets that were created without it to its register', async () => {
  const data = join(root, 'added');
  const without = await startSite({
    data,
    config: { plugins: plugins.map(({ id }) => id).filter((id) => id !== 'usb') },
  });
  const types = (await without.admin.get('/api/assets/types')).data;
  const { assettypeid } = types.find((one: { assettype: string }) => one.assettype === 'USB device');
  for (const assetnumber of ['STICK-1', 'STICK-2'])
    await without.admin.post('/api/assets', { assetnumber, assettypeid });
  expect((await without.admin.get('/api/usb')).status).toBe(404);
  await without.stop();
  const again = await startSite({ data });
  const tags = (await again.admin.get('/api/usb')).data.map((one: { deviceid: string }) => one.deviceid);
  expect(tags).toEqual(['STICK-1', 'STICK-2']);
  const { data: rows } = await again.admin.get('/api/auditlogs?action=catalog.asset.completed');
  expect(rows).toHaveLength(1);
  await again.stop();
  const third = await startSite({ data });
  expect((await third.admin.get('/api/auditlogs?action=catalog.asset.completed')).data).toHaveLength(1);
  await third.stop();
});

test('the type of an asset cannot change while the plugin of its register is disabled', async () => {
  const data = join(root, 'changed');
  const first = await startSite({ data });
  const types = (await first.admin.get('/api/assets/types')).data;
  const typeNamed = (name: string): number =>
    types.find(({ assettype }: { assettype: string }) => assettype === name).assettypeid;
  const { assetid } = (await first.admin.post('/api/usb', { deviceid: 'STICK-9' })).data;
  await first.stop();
  const without = await startSite({
    data,
    config: { plugins: plugins.map(({ id }) => id).filter((id) => id !== 'usb') },
  });
  const changes = { assettypeid: typeNamed('Computer') };
  const refused = await without.admin.put(`/api/assets/${assetid}`, changes);
  expect([refused.status, refused.error.message, refused.error.details]).toEqual([
    409,
    'STICK-9 is a USB device, so you cannot change its type. Deactivate it and add a new asset.',
    { field: 'assettypeid' },
  ]);
  expect((await without.admin.patch('/api/assets/bulk', { ids: [assetid], changes })).status).toBe(409);
  expect((await without.admin.get(`/api/assets/${assetid}`)).data.assettypeid).toBe(typeNamed('USB device'));
  const computers = (await without.admin.get('/api/computers?search=STICK-9')).data;
  expect(computers).toEqual([]);
  // An asset that was created without the plugin has no row, so its type may change.
  const added = { assetnumber: 'STICK-10', assettypeid: typeNamed('USB device') };
  const loose = (await without.admin.post('/api/assets', added)).data.assetid;
  expect((await without.admin.put(`/api/assets/${loose}`, changes)).status).toBe(200);
  await without.stop();
  const again = await startSite({ data });
  expect((await again.admin.get('/api/usb?search=STICK-9')).data).toHaveLength(1);
  expect((await again.admin.get('/api/usb?search=STICK-10')).data).toEqual([]);
  await again.stop();
});

test('the history of an asset hides changes of a disabled plugin, except for admins', async () => {
  const data = join(root, 'history');
  const first = await startSite({ data });
  const { locationid } = (await first.admin.post('/api/locations', { location: 'Hall 7' })).data;
  const asset = { assetnumber: 'GAUGE-7', locationid };
  const { assetid } = (await first.admin.post('/api/measuringtools', asset)).data;
  const { stocktakeid } = (await first.admin.post('/api/stocktakes', { locationid })).data;
  const scans = [{ clientid: crypto.randomUUID(), code: 'GAUGE-7', at: new Date().toISOString() }];
  const path = `/api/stocktakes/${stocktakeid}`;
  expect((await first.admin.post(`${path}/scans`, { scans })).status).toBe(200);
  expect((await first.admin.post(`${path}/finish`, { verify: true })).data.verified).toBe(1);
  await first.stop();
  const without = await startSite({
    data,
    config: { plugins: plugins.map(({ id }) => id).filter((id) => id !== 'stocktake') },
  });
  const readFields = async (client: Client) =>
    (await client.get(`/api/assets/${assetid}/history`)).data.map((row: { field: string }) => row.field);
  expect(await readFields(without.admin)).toContain('lastseen');
  for (const client of [without.anonymous, await without.userWith('assets.view')]) {
    expect(await readFields(client)).not.toContain('lastseen');
    expect(await readFields(client)).toContain('assets');
  }
  await without.stop();
});
