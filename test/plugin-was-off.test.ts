import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plugins } from '../plugins/index.ts';
import { startSite } from './support/site.ts';

const data = mkdtempSync(join(tmpdir(), 'millwright-off-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

test('a plugin that is active again adds the assets that were created without it to its register', async () => {
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
