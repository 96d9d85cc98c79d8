import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../support/client.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let sharer: Client;
let nobody: Client;
beforeAll(async () => {
  site = await startSite();
  [sharer, nobody] = [await site.userWith('views.share'), await site.userWith()];
});
afterAll(() => site.stop());

const view = (viewname: string, more = {}) => ({
  viewname,
  page: '/assets',
  query: '',
  columns: [],
  ...more,
});

test('the server refuses more than 100 saved views of one user', async () => {
  for (let n = 0; n < 100; n++)
    expect((await nobody.post('/api/savedviews', view(`v${n}`, { page: `/p${n % 3}` }))).status).toBe(201);
  const refused = await nobody.post('/api/savedviews', view('one more'));
  expect([refused.status, refused.error]).toMatchObject([
    409,
    {
      code: 'LIMIT',
      message: 'The limit of 100 saved views per person is reached. Delete an unused one first.',
    },
  ]);
  expect((await sharer.post('/api/savedviews', view('of another'))).status).toBe(201);
  const views = (await nobody.get('/api/savedviews?per_page=200')).data;
  const mine = views.find(({ viewname }: { viewname: string }) => viewname === 'v0');
  expect((await nobody.put(`/api/savedviews/${mine.savedviewid}`, { viewname: 'renamed' })).status).toBe(200);
});

test('the server returns 403 when a user without views.share shares a view', async () => {
  const other = await site.userWith();
  const refused = await other.post('/api/savedviews', view('for all', { isshared: true }));
  expect([refused.status, refused.error.code]).toEqual([403, 'FORBIDDEN']);
  const made = (await other.post('/api/savedviews', view('mine'))).data;
  expect((await other.put(`/api/savedviews/${made.savedviewid}`, { isshared: true })).status).toBe(403);
  expect((await other.get(`/api/savedviews/${made.savedviewid}`)).data.isshared).toBe(false);
  expect((await sharer.post('/api/savedviews', view('for all', { isshared: true }))).status).toBe(201);
});

test('the list of views omits long values, and the single view returns all', async () => {
  const [short, long] = ['x'.repeat(2000), 'y'.repeat(2001)];
  const columns = Array.from({ length: 200 }, (_, n) => `column number ${n}`);
  await sharer.post('/api/savedviews', view('as long as may be', { query: short, page: '/long' }));
  await sharer.post('/api/savedviews', view('too long', { query: long, page: '/long' }));
  await sharer.post('/api/savedviews', view('wide', { columns, page: '/long' }));
  const [listed, cut, wide] = (await sharer.get('/api/savedviews?page=/long')).data;
  expect(listed).toMatchObject({ query: short, hasmore: false });
  expect(cut).toMatchObject({ query: null, columns: [], hasmore: true });
  expect(wide).toMatchObject({ query: null, columns: null, hasmore: true });
  expect((await sharer.get(`/api/savedviews/${cut.savedviewid}`)).data.query).toBe(long);
  expect((await sharer.get(`/api/savedviews/${wide.savedviewid}`)).data.columns).toEqual(columns);
});
