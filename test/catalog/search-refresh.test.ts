import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '../support/site.ts';

test("what changed while a plugin was off is found by the plugin's words once it is on again", async () => {
  const data = mkdtempSync(join(tmpdir(), 'millwright-'));
  const full = await startSite({ data });
  const { data: pc } = await full.admin.post('/api/computers', {
    assetnumber: 'PC-1',
    hostname: 'weld-cell-9',
  });
  full.stop();

  const without = await startSite({ data, config: { plugins: [] } });
  expect((await without.admin.get('/api/computers')).status).toBe(404);
  await without.admin.put(`/api/assets/${pc.assetid}`, { name: 'Welding PC' });
  expect((await without.admin.get('/api/search?q=weld-cell')).data).toEqual([]);
  without.stop();

  const again = await startSite({ data });
  const hits = (await again.admin.get('/api/search?q=WELD-CELL-9')).data;
  expect(hits[0]).toMatchObject({ kind: 'asset', id: pc.assetid, title: 'Welding PC' });
  expect((await again.stranger.get('/api/computers')).data[0].hostname).toBe('weld-cell-9');
  again.stop();
  rmSync(data, { recursive: true, force: true });
});
