import { afterAll, beforeEach, expect, test } from 'bun:test';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  createBmp,
  createGif,
  createJpeg,
  createPng,
  createWebp,
  formOf,
} from '../../../test/support/pictures.ts';
import { withSetting } from '../../../test/support/settings.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { framesOf } from '../web/display/feed.ts';

const site: Site = await startSite();
afterAll(() => site.stop());

const LOBBY = '/api/slides/lobby';
const add = (...names: string[]) =>
  site.admin.upload(
    `${LOBBY}/upload`,
    formOf(...names.map((name) => [name, createPng()] as [string, Buffer])),
  );
const rows = async (path = LOBBY) =>
  (await site.admin.get(path)).data as {
    slideid: number;
    filename: string;
    sortorder: number;
    seconds: number;
    url: string;
    isthere: boolean;
  }[];
const names = async (path = LOBBY) => (await rows(path)).map(({ filename }) => filename);
const feed = async (surface = 'lobby') =>
  JSON.parse((await site.anonymous.get(`/api/slides/feed?surface=${surface}`)).text);
const undo = (answer: { headers: Headers }) =>
  site.admin.post(`/api/auditlogs/${answer.headers.get('x-audit-id')}/undo`);

beforeEach(async () => {
  for (const surface of ['lobby', 'shopfloor']) {
    const path = `/api/slides/${surface}`;
    await site.admin.post(`${path}/delete`, { files: await names(path) });
  }
});

test('the server appends uploaded pictures of all formats in their order', async () => {
  const form = formOf(
    ['a.png', createPng()],
    ['b.JPG', createJpeg()],
    ['c.jpeg', createJpeg()],
    ['d.gif', createGif()],
    ['e.bmp', createBmp()],
    ['f.webp', createWebp()],
  );
  const { status, data } = await site.admin.upload(`${LOBBY}/upload`, form);
  const all = ['a.png', 'b.jpg', 'c.jpeg', 'd.gif', 'e.bmp', 'f.webp'];
  expect([status, data.added, data.filename]).toEqual([201, all, 'a.png']);
  await add('g.png');
  expect(await names()).toEqual([...all, 'g.png']);
  expect((await rows()).map(({ sortorder, seconds }) => [sortorder, seconds])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((at) => [at, 0]),
  );
  expect(await names('/api/slides/shopfloor')).toEqual([]);
});

test('the server accepts one file in the field "file" and as a raw body with its name in the query', async () => {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(createPng())], 'one.png'));
  expect((await site.admin.upload(`${LOBBY}/upload`, form)).status).toBe(201);
  const raw = site.admin.with({ 'content-type': 'application/octet-stream' });
  const sent = await raw.raw('POST', `${LOBBY}/upload?filename=two.png`, new Uint8Array(createPng()));
  expect([sent.status, await names()]).toEqual([201, ['one.png', 'two.png']]);
});

test('the server appends a number to a duplicate file name, ignoring letter case', async () => {
  await add('Welcome.png');
  expect((await add('welcome.png', 'WELCOME.PNG')).data.added).toEqual(['welcome_1.png', 'WELCOME_2.png']);
  await site.admin.upload('/api/slides/shopfloor/upload', formOf(['Welcome.png', createPng()]));
  expect(await names('/api/slides/shopfloor')).toEqual(['Welcome.png']);
});

test('the server removes paths and URL characters from file names', async () => {
  const filenames = ['../../etc/passwd.png', 'C:\\pics\\a b.png', '50% #1?&.png', '..png', 'Größe\u202e.png'];
  expect((await add(...filenames)).data.added).toEqual([
    'passwd.png',
    'a b.png',
    '50_ _1__.png',
    'slide.png',
    'Größe.png',
  ]);
  for (const { url } of await rows()) expect((await site.anonymous.get(url)).status).toBe(200);
});

test('the feed is public and ordered, and returns the lobby for an unknown surface', async () => {
  await add('a.png', 'b.png');
  const [first] = await rows();
  await site.admin.patch(`${LOBBY}/${first!.slideid}`, { seconds: 30 });
  const reply = await feed();
  expect(reply).toMatchObject({
    success: true,
    surface: 'lobby',
    basepath: '/api/slides/img/lobby',
    interval: 10,
    slides: [
      { filename: 'a.png', seconds: 30 },
      { filename: 'b.png', seconds: 0 },
    ],
  });
  expect(await feed('nowhere')).toEqual(reply);
  expect(JSON.parse((await site.anonymous.get('/api/slides/feed')).text)).toEqual(reply);
  expect((await feed('shopfloor')).surface).toBe('shopfloor');
});

test('the feed uses the seconds setting of its surface, which returns 400 out of range', async () => {
  const set = (value: string) => site.admin.put('/api/settings/slides_shopfloor_seconds', { value });
  await withSetting(site, 'slides_shopfloor_seconds', '25', async () => {
    expect([(await feed('shopfloor')).interval, (await feed('lobby')).interval]).toEqual([25, 10]);
    for (const value of ['0', '1', '3601', 'often', '-5'])
      expect([value, (await set(value)).status]).toEqual([value, 400]);
  });
});

test('the server serves a picture with its type and caches it until it changes', async () => {
  await add('a.png');
  const { url } = (await rows())[0]!;
  const versioned = await site.anonymous.get(url);
  expect(versioned.status).toBe(200);
  const { headers } = versioned;
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('cache-control')).toContain('immutable');
  const plain = await site.anonymous.get('/api/slides/img/lobby/a.png');
  expect(plain.headers.get('cache-control')).toBe('no-cache');
  const etag = plain.headers.get('etag')!;
  const again = await site.anonymous
    .with({ 'if-none-match': `"x", W/${etag}` })
    .get('/api/slides/img/lobby/a.png');
  expect([again.status, again.text]).toEqual([304, '']);
  await site.admin.post(`${LOBBY}/delete`, { files: ['a.png'] });
  await site.admin.upload(`${LOBBY}/upload`, formOf(['a.png', createPng(200)]));
  const changed = await site.anonymous.with({ 'if-none-match': etag }).get(url);
  expect([changed.status, changed.headers.get('cache-control')]).toEqual([200, 'no-cache']);
});

test('the order lists named slides first, keeps the rest in place and ignores unknown names', async () => {
  await add('a.png', 'b.png', 'c.png', 'd.png');
  const order = (list: unknown) => site.admin.post(`${LOBBY}/order`, { order: list });
  const { status, data } = await order(['d.png', 'gone.png', 'B.png']);
  expect(status).toBe(200);
  expect(data.map(({ filename }: { filename: string }) => filename)).toEqual([
    'd.png',
    'b.png',
    'a.png',
    'c.png',
  ]);
  expect((await rows()).map(({ sortorder }) => sortorder)).toEqual([1, 2, 3, 4]);
  for (const wrong of [undefined, 'a.png', [1], { a: 1 }, ['a.png', 'A.png']]) {
    const refused = await order(wrong);
    expect([refused.status, refused.error.details.issues[0].path.startsWith('order')]).toEqual([400, true]);
  }
  expect(await names()).toEqual(['d.png', 'b.png', 'a.png', 'c.png']);
});

test('the server stores any integer of seconds, negative ones as 0, and returns 400 otherwise', async () => {
  await add('a.png');
  const { slideid } = (await rows())[0]!;
  const set = (seconds: unknown) => site.admin.patch(`${LOBBY}/${slideid}`, { seconds });
  for (const [input, stored] of [
    [30, 30],
    [0, 0],
    [-7, 0],
    [86_401, 86_401],
  ])
    expect((await set(input)).data).toMatchObject({ slideid, filename: 'a.png', seconds: stored });
  for (const wrong of [1.5, '5', null, true, [5], 1e300, undefined]) {
    const { status, error } = await set(wrong);
    expect([wrong, status, error.code, error.details.issues[0].path]).toEqual([
      wrong,
      400,
      'VALIDATION_ERROR',
      'seconds',
    ]);
  }
  expect((await rows())[0]!.seconds).toBe(86_401);
});

test('framesOf limits the duration of a slide to one day', () => {
  const feed = { surface: 'lobby', basepath: '/img', interval: 10 } as const;
  const turns = framesOf({
    ...feed,
    slides: [0, 7, 3_000_000].map((seconds) => ({ filename: 'a.png', seconds, version: '1' })),
  });
  expect(turns.map(({ milliseconds }) => milliseconds)).toEqual([10_000, 7000, 86_400_000]);
});

test('the server returns 404 for a slide of another surface or an unknown surface', async () => {
  await add('a.png');
  const { slideid } = (await rows())[0]!;
  for (const path of [
    `/api/slides/shopfloor/${slideid}`,
    `${LOBBY}/999999`,
    `${LOBBY}/x`,
    `/api/slides/roof/1`,
  ])
    expect([path, (await site.admin.patch(path, { seconds: 5 })).status]).toEqual([path, 404]);
  expect((await site.admin.get('/api/slides/roof')).status).toBe(404);
  expect((await site.admin.post('/api/slides/roof/order', { order: [] })).status).toBe(404);
  expect((await site.admin.upload('/api/slides/roof/upload', formOf(['a.png', createPng()]))).status).toBe(
    404,
  );
});

test('deleting slides returns their count and removes them from the feed', async () => {
  await add('a.png', 'b.png');
  const { status, data } = await site.admin.post(`${LOBBY}/delete`, { files: ['a.png', 'a.png', 'no.png'] });
  expect([status, data.removed]).toEqual([200, 1]);
  expect((await feed()).slides.map(({ filename }: { filename: string }) => filename)).toEqual(['b.png']);
  expect((await site.anonymous.get('/api/slides/img/lobby/a.png')).status).toBe(404);
  expect((await site.admin.post(`${LOBBY}/delete`, { files: ['a.png'] })).data.removed).toBe(0);
  expect((await site.admin.post(`${LOBBY}/delete`, {})).error.details.issues[0].path).toBe('files');
});

test('the audit log records adding, ordering, timing and removing, and undo reverts each', async () => {
  await add('a.png', 'b.png');
  const { slideid, url } = (await rows())[0]!;
  const ordered = await site.admin.post(`${LOBBY}/order`, { order: ['b.png'] });
  expect([(await undo(ordered)).status, await names()]).toEqual([200, ['a.png', 'b.png']]);
  const timed = await site.admin.patch(`${LOBBY}/${slideid}`, { seconds: 60 });
  expect([(await undo(timed)).status, (await rows())[0]!.seconds]).toEqual([200, 0]);
  const removed = await site.admin.post(`${LOBBY}/delete`, { files: ['a.png'] });
  expect((await undo(removed)).status).toBe(200);
  expect([await names(), (await site.anonymous.get(url)).status]).toEqual([['a.png', 'b.png'], 200]);
  const added = await add('c.png');
  expect([(await undo(added)).status, await names()]).toEqual([200, ['a.png', 'b.png']]);
  const log = (await site.admin.get('/api/auditlogs?search=slides.&per_page=100')).data as {
    action: string;
  }[];
  expect(new Set(log.map(({ action }) => action).filter((action) => action.startsWith('slides.')))).toEqual(
    new Set(['slides.slides.added', 'slides.slides.ordered', 'slides.slide.timed', 'slides.slides.removed']),
  );
});

test('an order or a deletion without effect writes no audit row', async () => {
  await add('a.png', 'b.png');
  for (const same of [
    await site.admin.post(`${LOBBY}/order`, { order: ['a.png', 'b.png'] }),
    await site.admin.post(`${LOBBY}/delete`, { files: [] }),
  ])
    expect([same.status, same.headers.get('x-audit-id')]).toEqual([200, null]);
});

test('the feed omits a slide without a file, and the list marks it', async () => {
  await add('a.png', 'b.png');
  const folder = join(site.data, 'files', 'slides');
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  expect((await feed()).slides).toEqual([]);
  expect((await rows()).map(({ isthere }) => isthere)).toEqual([false, false]);
  expect((await site.anonymous.get('/api/slides/img/lobby/a.png')).status).toBe(404);
});

test('slide routes return 401 or 403 and change nothing without slides.manage', async () => {
  await add('a.png');
  const other = await site.userWith('settings.edit');
  for (const [caller, status] of [
    [site.anonymous, 401],
    [other, 403],
  ] as const) {
    for (const answer of [
      await caller.get(LOBBY),
      await caller.get('/api/slides/roof'),
      await caller.upload(`${LOBBY}/upload`, formOf(['b.png', createPng()])),
      await caller.post(`${LOBBY}/order`, { order: 'nonsense' }),
      await caller.post(`${LOBBY}/delete`, { files: ['a.png'] }),
      await caller.patch(`${LOBBY}/999`, { seconds: 'x' }),
    ])
      expect(answer.status).toBe(status);
  }
  expect(await names()).toEqual(['a.png']);
  const keeper = await site.userWith('slides.manage');
  expect((await keeper.get(LOBBY)).status).toBe(200);
});

test('the feed and the list contain the full path below a base path', async () => {
  const below = await startSite({ config: { basePath: '/sub' } });
  try {
    await below.admin.upload(`${LOBBY}/upload`, formOf(['a.png', createPng()]));
    const reply = JSON.parse((await below.anonymous.get('/api/slides/feed')).text);
    expect(reply.basepath).toBe('/sub/api/slides/img/lobby');
    const [{ url }] = (await below.admin.get(LOBBY)).data;
    expect((await fetch(new URL(url, below.url))).status).toBe(200);
  } finally {
    await below.stop();
  }
});
