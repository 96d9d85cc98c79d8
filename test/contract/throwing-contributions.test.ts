import { afterAll, beforeAll, expect, test } from 'bun:test';
import { accessmethods } from '../../plugins/computers/tables.ts';
import { plugins } from '../../plugins/index.ts';
import { historyRule } from '../../src/kit/history-rule.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { importFile } from '../support/imports.ts';
import { type Site, startSite } from '../support/site.ts';

const refuse = (): never => {
  throw new Error('The flux capacitor is empty.');
};

/** A plugin whose contributions all throw. */
const moody = definePlugin({
  id: 'moody',
  title: 'Moody',
  description: 'Throws in every contribution',
  attention: [{ key: 'moody', title: 'Moody things', severity: 'info', href: '/', count: refuse }],
  searchParts: [{ kind: 'asset', tables: { assets: '' }, fields: refuse, touches: refuse }],
  history: [historyRule(accessmethods.computerid, { changes: refuse })],
  labels: { moody: refuse },
  importColumns: () => ({ needs: 'assets.edit', listColumns: refuse, writeValues: refuse }),
});

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, moody] });
});
afterAll(() => site.stop());

test('a contribution that throws affects only itself and is listed for the admin', async () => {
  const made = await site.admin.post('/api/assets', {
    assetnumber: 'M-1',
    name: 'Borderline mill',
    assettypeid: 2,
  });
  expect(made.status).toBe(201);
  const { protocolid } = (await site.admin.post('/api/protocols', { protocol: 'Semaphore' })).data;
  const computer = { assetnumber: 'M-2', hostname: 'calm', accessmethods: [{ protocolid }] };
  expect((await site.admin.post('/api/computers', computer)).status).toBe(201);
  expect((await site.admin.get('/api/assets?search=borderline')).data).toHaveLength(1);
  expect((await site.admin.get('/api/search?q=borderline')).data).toHaveLength(1);

  const imported = await importFile(site.admin, 'assets', 'assetnumber,assettype\nM-9,Phone\n');
  expect(imported.data.counts.add).toBe(1);

  const { attention } = (await site.admin.get('/api/dashboard/summary')).data;
  expect(attention).toContainEqual(expect.objectContaining({ key: 'faults', href: '/admin/plugins' }));
  const { data: faults } = await site.admin.get('/api/plugins/faults');
  const faultNames = faults.map((fault: { what: string }) => fault.what).sort();
  expect(faultNames).toEqual([
    'import columns',
    'the attention rule moody',
    'the history of an asset',
    'the search for asset',
  ]);
  for (const fault of faults)
    expect(fault).toMatchObject({
      plugin: 'moody',
      title: 'Moody',
      message: 'The flux capacitor is empty.',
    });

  const reader = await site.userWith('assets.view');
  expect((await reader.get('/api/plugins/faults')).status).toBe(403);
  expect(JSON.stringify((await reader.get('/api/dashboard/summary')).data)).not.toContain('faults');
});

test('a failed search contribution clears the fingerprint of the search index', async () => {
  const made = await site.admin.post('/api/assets', { assetnumber: 'M-3', assettypeid: 2 });
  expect(made.status).toBe(201);
  const fingerprint = site.app.host.db.read((reader) => reader.value('SELECT fingerprint FROM searchstate'));
  expect(fingerprint).toBe('');
});

test('a plugin that throws at the end does not keep the others from stopping', async () => {
  const stopped: string[] = [];
  const calm = definePlugin({
    id: 'calm',
    title: 'Calm',
    description: 'Records its end',
    beforeStop: () => stopped.push('before'),
    stop: () => stopped.push('stop'),
  });
  const failing = definePlugin({ ...moody, id: 'failing', labels: {}, beforeStop: refuse, stop: refuse });
  const other = await startSite({ plugins: [...plugins, failing, calm] });
  await other.stop();
  expect(stopped).toEqual(['before', 'stop']);
  expect(other.app.host.pluginErrors.all().map(({ what }) => what)).toEqual(
    expect.arrayContaining(['its stop', 'the work before its stop']),
  );
});
