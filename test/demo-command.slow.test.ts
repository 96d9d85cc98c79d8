import { expect, test } from 'bun:test';
import { runDemo } from '../src/demo/command.ts';
import { dumpRows } from './support/dump-rows.ts';
import { eventually } from './support/receivers.ts';
import { PASSWORD, type Site, startSite } from './support/site.ts';

async function load(site: Site, ...options: string[]): Promise<string[]> {
  const lines: string[] = [];
  const args = ['--url', site.url, '--username', 'admin', '--password', PASSWORD, ...options];
  const code = await runDemo(args, {}, (line) => lines.push(line));
  expect([code, code === 0 ? [] : lines]).toEqual([0, []]);
  return lines;
}

async function remove(site: Site) {
  expect((await site.admin.delete('/api/demo')).status).toBe(202);
  await eventually(async () => {
    const { state, error } = (await site.admin.get('/api/demo')).data;
    expect(error).toBeNull();
    return state === 'none';
  }, 'the removal of the demo data');
  return (await site.admin.get('/api/demo')).data.removal;
}

test('demo data that the command loads are removed again exactly, also after a second load', async () => {
  const site = await startSite();
  try {
    const before = dumpRows(site);
    await load(site, '--inventories', 'test/data/glpi');
    const loaded = (await site.admin.get('/api/demo')).data;
    expect(loaded).toMatchObject({ state: 'loaded', assets: 209, canload: true, startedby: 'admin' });
    await load(site, '--assets', '260');
    expect((await site.admin.get('/api/demo')).data).toMatchObject({ state: 'loaded', canload: true });
    expect((await site.admin.get('/api/demo')).data.assets).toBeGreaterThan(260);
    expect(await remove(site)).toMatchObject({ kept: 0, keptrecords: [] });
    expect(dumpRows(site)).toEqual(before);
  } finally {
    await site.stop();
  }
});
