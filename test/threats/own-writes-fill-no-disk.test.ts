import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('a user without permissions gets 429 after too many large writes of saved views', async () => {
  const user = await site.userWith();
  const view = { viewname: 'Mine', page: '/assets', query: '' };
  const { data } = await user.post('/api/savedviews', view);
  const save = (query: string) => user.put(`/api/savedviews/${data.savedviewid}`, { query });
  const codes = [];
  for (let n = 0; n < 700; n++) codes.push((await save(`search=${n}${'x'.repeat(15_900)}`)).status);
  expect(new Set(codes)).toEqual(new Set([200, 429]));
  const refused = await save('');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await user.get('/api/savedviews')).status).toBe(200);
});
