import { expect, test } from 'bun:test';
import { startSite } from '../support/site.ts';

test('the search suggests spellings only from records that the caller can find', async () => {
  const site = await startSite();
  await site.admin.post('/api/applications', { appname: 'zyzzxsecretproduct' });
  await site.admin.post('/api/assets', { assetnumber: 'quellwarehouse', assettypeid: 2 });
  const editor = await site.userWith('assets.view', 'assets.edit');
  const holder = await site.userWith('assets.view', 'applications.view');
  const suggestion = async (caller: typeof editor, q: string) =>
    (await caller.get(`/api/search/suggest?q=${q}`)).data.suggestion;
  expect((await editor.get('/api/search?q=zyzzxsecretproduct')).data).toEqual([]);
  expect(await suggestion(editor, 'zyzzxsecrtproduct')).toBeNull();
  expect(await suggestion(holder, 'zyzzxsecrtproduct')).toBe('zyzzxsecretproduct');
  expect(await suggestion(editor, 'quellwarehuose')).toBe('quellwarehouse');
  await site.stop();
});
