import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins } from '../../plugins/index.ts';
import { hasPermission } from '../../src/kit/actor.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { type Site, startSite } from '../support/site.ts';

const horn = definePlugin({
  id: 'horn',
  title: 'Horn',
  description: 'The horn of the hall',
  permissions: { 'horn.blow': 'Blow the horn' },
  capabilities: { blowhorn: (_host, actor) => hasPermission(actor, 'horn.blow') },
});
let site: Site;
beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, horn] });
});
afterAll(() => site.stop());

const capabilities = async (caller: Site['admin']) => (await caller.get('/api/capabilities')).data;

test('the capabilities of a caller come from the features and the plugins', async () => {
  const nobody = { search: false, login: false, assetsedit: false, securesend: false, blowhorn: false };
  expect(await capabilities(site.anonymous)).toMatchObject(nobody);
  const blower = await site.userWith('horn.blow', 'assets.view');
  expect(await capabilities(blower)).toMatchObject({
    search: true,
    login: true,
    assetsedit: false,
    blowhorn: true,
  });
  expect(await capabilities(site.admin)).toMatchObject({ search: true, assetsedit: true, blowhorn: true });
});

test('a site without plugins reports their capabilities as false and keeps their service scopes', async () => {
  const bare = await startSite({ plugins: [...plugins, horn], config: { plugins: [] } });
  try {
    expect(await capabilities(bare.admin)).toMatchObject({
      read: true,
      blowhorn: false,
      printedpartskiosk: false,
      usbkiosk: false,
      securesend: false,
    });
    const { servicescopes } = (await bare.admin.get('/api/users/permissions')).data;
    expect(servicescopes).toEqual([
      'collector.ingest',
      'enforce.fetch',
      'enforce.report',
      'metrics.read',
      'read',
    ]);
  } finally {
    await bare.stop();
  }
});

test('the navigation contains the shortcuts of the pages that the caller may open', async () => {
  const bare = await startSite({ config: { plugins: ['machines'] } });
  const leaves = (nodes: { path: string; shortcut?: string; children?: [] }[]): string[] =>
    nodes.flatMap(({ path, shortcut, children = [] }) => [
      ...(shortcut ? [`${shortcut} ${path}`] : []),
      ...leaves(children),
    ]);
  try {
    const { data } = await bare.admin.get('/api/dashboard/navigation');
    expect(leaves(data)).toEqual(['d /', 'a /assets', 'm /machines']);
  } finally {
    await bare.stop();
  }
});
