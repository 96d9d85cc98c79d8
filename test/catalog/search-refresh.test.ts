import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plugins } from '../../plugins/index.ts';
import type { Plugin } from '../../src/kit/plugin.ts';
import type { ColumnField } from '../../src/kit/resource/fields.ts';
import { toolsPlugin } from '../fixtures/plugins/tools/index.ts';
import { toolLedger, toolRegister } from '../fixtures/plugins/tools/register.ts';
import { startSite } from '../support/site.ts';

test('the search finds changes made while a plugin was disabled when it is enabled again', async () => {
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
  expect((await again.anonymous.get('/api/computers')).data[0].hostname).toBe('weld-cell-9');
  again.stop();
  rmSync(data, { recursive: true, force: true });
});

test('the search finds existing texts of a field that becomes searchable', async () => {
  const data = mkdtempSync(join(tmpdir(), 'millwright-'));
  const { drawer, ...others } = toolRegister.fields as Record<string, ColumnField>;
  const before = { ...toolRegister, fields: { ...others, drawer: { ...drawer!, search: false } } };
  const older: Plugin = { ...toolsPlugin, registers: [before], ledgers: [{ ...toolLedger, of: before }] };
  const first = await startSite({ data, plugins: [...plugins, older] });
  await first.admin.post('/api/tools', { assetnumber: 'T-1', drawer: 'Quarantine' });
  expect((await first.admin.get('/api/search?q=quarantine')).data).toEqual([]);
  first.stop();

  const next = await startSite({ data, plugins: [...plugins, toolsPlugin] });
  expect((await next.admin.get('/api/search?q=quarantine')).data).toHaveLength(1);
  expect((await next.anonymous.get('/api/tools?search=quarantine')).data).toHaveLength(1);
  next.stop();
  rmSync(data, { recursive: true, force: true });
});

test('a rebuilt index contains exactly the words of its documents, and follows later changes', async () => {
  const data = mkdtempSync(join(tmpdir(), 'millwright-'));
  const full = await startSite({ data });
  const { data: pc } = await full.admin.post('/api/computers', { assetnumber: 'PC-1', hostname: 'weld-9' });
  full.stop();
  const rebuilt = await startSite({ data, config: { plugins: [] } });
  // Throws an error when a document and the index differ.
  const compare = () =>
    rebuilt.app.host.db.writeUnaudited((tx) =>
      tx.runUnjournaled("INSERT INTO searchindex (searchindex, rank) VALUES ('integrity-check', 1)"),
    );
  compare();
  await rebuilt.admin.put(`/api/assets/${pc.assetid}`, { name: 'Painting PC' });
  compare();
  const { db } = rebuilt.app.host;
  db.writeUnaudited((tx) => tx.runUnjournaled('DELETE FROM searchdocs'));
  compare();
  expect((await rebuilt.admin.get('/api/search?q=painting')).data).toEqual([]);
  rebuilt.stop();
  rmSync(data, { recursive: true, force: true });
});
