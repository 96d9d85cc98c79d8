import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const BASE = '/api/knowledgebase';
const write = async (title: string, more: object = {}) =>
  (await site.admin.post(BASE, { title, ...more })).data as { articleid: number; modifieddate: string };
const titles = (rows: { title: string }[]) => rows.map(({ title }) => title);

test('the server creates an article with all fields and zero clicks', async () => {
  const { appid } = (await site.admin.post('/api/applications', { appname: 'Nester' })).data;
  const input = {
    title: 'Restart the nester',
    summary: 'When it hangs',
    body: '# Steps\n\n1. Wait\n2. Restart',
    linkurl: 'https://manuals.example/nester',
    keywords: 'hang, freeze',
    appid,
  };
  const { status, data } = await site.admin.post(BASE, input);
  expect(status).toBe(201);
  expect(data).toMatchObject({ ...input, appname: 'Nester', clicks: 0, isactive: true });
});

test('the server returns 400 when an article has no title', async () => {
  const { status, error } = await site.admin.post(BASE, { summary: 'No title' });
  expect([status, error.code, error.details.issues[0].path]).toEqual([400, 'VALIDATION_ERROR', 'title']);
});

test('the server returns 400 when a link does not use HTTP or HTTPS', async () => {
  for (const linkurl of ['javascript:alert(1)', 'data:text/html,x', 'ftp://x.example/', '//x.example', 'x']) {
    const { status, error } = await site.admin.post(BASE, { title: 'x', linkurl });
    expect([linkurl, status, error.details.issues[0].path]).toEqual([linkurl, 400, 'linkurl']);
  }
});

test('the server returns 400 when the application is unknown', async () => {
  const { status, error } = await site.admin.post(BASE, { title: 'x', appid: 987_654 });
  expect([status, error.details.issues[0].path]).toEqual([400, 'appid']);
});

test('a click of a signed-in user is counted and returns the article', async () => {
  const { articleid } = await write('Clicked');
  const reader = await site.userWith();
  const first = await reader.post(`${BASE}/${articleid}/click`);
  expect([first.status, first.data.articleid, first.data.clicks]).toEqual([200, articleid, 1]);
  expect((await reader.post(`${BASE}/${articleid}/click`)).data.clicks).toBe(2);
  expect((await site.anonymous.post(`${BASE}/${articleid}/click`)).status).toBe(401);
  expect((await reader.post(`${BASE}/987654/click`)).status).toBe(404);
});

test('a click does not change the modified date and writes no audit row', async () => {
  const { articleid, modifieddate } = await write('Open in a form');
  await site.admin.post(`${BASE}/${articleid}/click`);
  const saved = await site.admin.put(`${BASE}/${articleid}`, {
    summary: 'Saved',
    ifmodifieddate: modifieddate,
  });
  expect([saved.status, saved.data.clicks]).toEqual([200, 1]);
  const log = (await site.admin.get(`/api/auditlogs?entitytype=article&entityid=${articleid}`)).data;
  expect(log.map(({ action }: { action: string }) => action).sort()).toEqual([
    'knowledgebase.article.created',
    'knowledgebase.article.updated',
  ]);
});

test('the server ignores the click count of a request', async () => {
  const { articleid } = await write('Made popular', { clicks: 1000 });
  const { data } = await site.admin.put(`${BASE}/${articleid}`, { clicks: 1000 });
  expect(data.clicks).toBe(0);
});

test('reads are public and each write needs its own permission', async () => {
  const { articleid } = await write('Rights');
  expect((await site.anonymous.get(BASE)).status).toBe(200);
  expect((await site.anonymous.get(`${BASE}/${articleid}`)).status).toBe(200);
  expect((await site.anonymous.post(BASE, { title: 'x' })).status).toBe(401);
  const can = async (permission: string) => {
    const user = await site.userWith(permission);
    return [
      (await user.post(BASE, { title: 'x' })).status,
      (await user.put(`${BASE}/${articleid}`, { summary: permission })).status,
      (await user.delete(`${BASE}/${articleid}`)).status,
    ];
  };
  expect(await can('knowledgebase.create')).toEqual([201, 403, 403]);
  expect(await can('knowledgebase.edit')).toEqual([403, 200, 403]);
  expect(await can('knowledgebase.delete')).toEqual([403, 403, 200]);
});

test('the list starts with the most clicked article and sorts by title on request', async () => {
  const { articleid } = await write('Zebra most read');
  for (let n = 0; n < 5; n++) await site.admin.post(`${BASE}/${articleid}/click`);
  expect(titles((await site.anonymous.get(BASE)).data)[0]).toBe('Zebra most read');
  const byTitle = titles((await site.anonymous.get(`${BASE}?sort=title&per_page=100`)).data);
  expect(byTitle).toEqual([...byTitle].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
});

test('the global search finds an article by title, keywords and text', async () => {
  const { articleid } = await write('Torque of flanges', {
    keywords: 'drehmoment',
    body: 'Tighten **crosswise** with the yellow spanner.',
  });
  for (const word of ['flanges', 'drehmoment', 'yellow spanner']) {
    const { data } = await site.admin.get(`/api/search?q=${encodeURIComponent(word)}`);
    expect([word, data.find(({ kind }: { kind: string }) => kind === 'knowledgebase')]).toMatchObject([
      word,
      { id: articleid, title: 'Torque of flanges', url: `/knowledgebase/${articleid}` },
    ]);
  }
});

test('the list filters by application, which cannot be deleted while an article has it', async () => {
  const { appid } = (await site.admin.post('/api/applications', { appname: 'Slicer' })).data;
  await write('About the slicer', { appid });
  expect(titles((await site.anonymous.get(`${BASE}?appid=${appid}`)).data)).toEqual(['About the slicer']);
  const { status, error } = await site.admin.delete(`/api/applications/${appid}`, { confirm: 'Slicer' });
  expect([status, error.code]).toEqual([409, 'IN_USE']);
});

test('the list shows a deleted article only with active=false', async () => {
  const { articleid } = await write('Gone for good');
  await site.admin.delete(`${BASE}/${articleid}`);
  expect(titles((await site.anonymous.get(`${BASE}?search=Gone for good`)).data)).toEqual([]);
  const all = (await site.anonymous.get(`${BASE}?search=Gone for good&active=false`)).data;
  expect(titles(all)).toEqual(['Gone for good']);
});
