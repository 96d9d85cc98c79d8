import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins } from '../../plugins/index.ts';
import { holds } from '../../src/kit/actor.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { type Site, startSite } from '../support/site.ts';

const horn = definePlugin({
  id: 'horn',
  title: 'Horn',
  description: 'The horn of the hall',
  permissions: { 'horn.blow': 'Blow the horn' },
  capabilities: (_host, actor) => ({ blowhorn: holds(actor, 'horn.blow') }),
});
let site: Site;
beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, horn] });
});
afterAll(() => site.stop());

const capabilities = async (caller: Site['admin']) => (await caller.get('/api/capabilities')).data;

test('what a caller can do is asked of the features, and of the plugins that are there', async () => {
  const nobody = { search: false, login: false, assetsedit: false, securesend: false, blowhorn: false };
  expect(await capabilities(site.stranger)).toMatchObject(nobody);
  const blower = await site.userWith('horn.blow', 'assets.view');
  expect(await capabilities(blower)).toMatchObject({
    search: true,
    login: true,
    assetsedit: false,
    blowhorn: true,
  });
  expect(await capabilities(site.admin)).toMatchObject({ search: true, assetsedit: true, blowhorn: true });
});
