import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from './support/client.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
let anna: Client;
let ben: Client;
beforeAll(async () => {
  site = await startSite();
  [anna, ben] = [await site.userWith('views.share'), await site.userWith()];
});
afterAll(() => site.stop());

const body = {
  viewname: 'Hall 3',
  page: '/assets',
  query: { locationid: 3, sort: 'name' },
  columns: ['name'],
};
/** Returns the names of the views of this user in the response. */
const names = (answer: { data: { viewname: string; userid: number | null }[] }, owner: Client) =>
  answer.data.filter((view) => view.userid === owner.session.user.userid).map((view) => view.viewname);

test('a view stores its filters and columns and belongs to its author', async () => {
  const made = await anna.post('/api/savedviews', body);
  expect(made.status).toBe(201);
  expect(made.data).toMatchObject({ ...body, isshared: false, userid: anna.session.user.userid });
  const text = await anna.post('/api/savedviews', {
    viewname: 'As text',
    page: '/computers',
    query: 'search=x',
  });
  expect(text.data).toMatchObject({ query: 'search=x', columns: null });
  expect(names(await anna.get('/api/savedviews'), anna)).toEqual(['As text', 'Hall 3']);
  expect(names(await anna.get('/api/savedviews?page=/assets'), anna)).toEqual(['Hall 3']);
});

test('another user cannot see a private view and can only read a shared one', async () => {
  const dora = await site.userWith('views.share');
  const mine = (await dora.post('/api/savedviews', body)).data;
  const path = `/api/savedviews/${mine.savedviewid}`;
  expect(names(await ben.get('/api/savedviews'), dora)).toEqual([]);
  for (const answer of [await ben.get(path), await ben.put(path, { viewname: 'x' }), await ben.delete(path)])
    expect(answer.status).toBe(404);
  expect((await dora.put(path, { isshared: true })).data.isshared).toBe(true);
  expect(names(await ben.get('/api/savedviews'), dora)).toEqual(['Hall 3']);
  expect((await ben.get(path)).data.username).toBe(dora.session.user.username);
  expect((await ben.put(path, { viewname: 'x' })).status).toBe(403);
  expect((await ben.delete(path)).status).toBe(403);
  expect((await site.admin.put(path, { viewname: 'Hall three' })).data.viewname).toBe('Hall three');
});

test('the body cannot set the owner, and a second view of a list cannot have the same name', async () => {
  const made = await ben.post('/api/savedviews', { ...body, userid: anna.session.user.userid });
  expect(made.data.userid).toBe(ben.session.user.userid);
  const twin = await ben.post('/api/savedviews', { ...body, viewname: 'HALL 3' });
  expect(twin.error).toMatchObject({ code: 'CONFLICT', details: { field: 'viewname' } });
  expect((await ben.delete(`/api/savedviews/${made.data.savedviewid}`)).data).toEqual({
    deleted: made.data.savedviewid,
  });
});

test('malformed views are refused, and an anonymous caller gets 401', async () => {
  const wrong = [
    { ...body, viewname: '' },
    { ...body, query: 5 },
    { ...body, columns: 'name' },
    { ...body, query: { x: 'y'.repeat(20_000) } },
    { viewname: 'x' },
  ];
  for (const one of wrong) expect((await anna.post('/api/savedviews', one)).status).toBe(400);
  expect((await site.anonymous.get('/api/savedviews')).status).toBe(401);
});

test('the removal of a user removes private views and leaves shared ones', async () => {
  const cleo = await site.userWith('views.share');
  await cleo.post('/api/savedviews', { ...body, viewname: 'Private of Cleo' });
  await cleo.post('/api/savedviews', { ...body, viewname: 'Shared by Cleo', isshared: true });
  expect((await site.admin.delete(`/api/users/${cleo.session.user.userid}`)).status).toBe(200);
  const left = (await site.admin.get('/api/savedviews')).data;
  expect(left.find((view: { viewname: string }) => view.viewname === 'Shared by Cleo')).toMatchObject({
    userid: null,
  });
  const count = site.app.host.db.read((reader) =>
    reader.value("SELECT count(*) FROM savedviews WHERE viewname LIKE '%Cleo'"),
  );
  expect(count).toBe(1);
});

test('a view stores the order, the width and the pin of its columns', async () => {
  const columns = [{ name: 'serialnumber', width: 180.5, pinned: true }, 'name', { name: 'cf_cost' }];
  const eve = await site.userWith();
  const made = await eve.post('/api/savedviews', { ...body, viewname: 'Wide', columns });
  expect(made.status).toBe(201);
  expect((await eve.get(`/api/savedviews/${made.data.savedviewid}`)).data.columns).toEqual(columns);
  for (const wrong of [
    [{ width: 5 }],
    [{ name: 'a', width: 'wide' }],
    [{ name: 'a', pinned: 1 }],
    [['a']],
    [{ name: 'a', width: 1e9 }],
    Array.from({ length: 201 }, (_, n) => `c${n}`),
  ])
    expect((await eve.post('/api/savedviews', { ...body, viewname: 'x', columns: wrong })).status).toBe(400);
});
