import { afterAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createBmp,
  createExif,
  createGif,
  createJpeg,
  createOversizedPng,
  createPng,
  createPngChunk,
  createPngWithChunks,
  formOf,
} from '../../../test/support/pictures.ts';
import { type Site, startSite } from '../../../test/support/site.ts';

const site: Site = await startSite();
afterAll(() => site.stop());

const UPLOAD = '/api/slides/lobby/upload';
const upload = (...files: [string, Buffer][]) => site.admin.upload(UPLOAD, formOf(...files));
const folder = join(site.data, 'files', 'slides');
const countFiles = () => (existsSync(folder) ? readdirSync(folder).length : 0);
const lobby = async () => (await site.admin.get('/api/slides/lobby')).data;
const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

test('the server rejects and does not store invalid, mislabeled or too large pictures', async () => {
  const before = [countFiles(), await lobby()];
  const refused: [string, Buffer][] = [
    ['page.png', HTML],
    ['drawing.png', SVG],
    ['drawing.svg', SVG],
    ['page.html', HTML],
    ['photo.png.html', createPng()],
    ['photo.jpg', createPng()],
    ['photo', createPng()],
    ['.png', Buffer.alloc(0)],
    ['cut.png', createPng().subarray(0, -4)],
    ['half.jpg', createJpeg().subarray(0, 600)],
    ['gif-and-page.gif', Buffer.concat([Buffer.from('GIF89a=1;//'), HTML])],
    ['bitmap-and-page.bmp', Buffer.concat([Buffer.from('BM'), HTML])],
    ['huge.png', createOversizedPng(65_535, 65_535)],
    ['large.png', createOversizedPng(10_000, 4001)],
    ['flat.png', createOversizedPng(0, 10)],
    ['long.gif', createGif(301)],
    ['large-and-moving.gif', createGif(2, [4000, 3000])],
    ['moving.png', createClaimedAnimation(3000, 2000)],
  ];
  for (const [name, content] of refused) {
    const { status, error } = await upload([name, content]);
    expect([name, status, error?.details?.issues?.[0]?.path]).toEqual([name, 400, 'files.0']);
  }
  expect([countFiles(), await lobby()]).toEqual(before);
});

function createClaimedAnimation(width: number, height: number): Buffer {
  const frame = createPngChunk('fcTL', Buffer.alloc(26));
  const whole = createPngWithChunks(frame, frame);
  createOversizedPng(width, height).copy(whole, 16, 16, 24);
  return whole;
}

test('the server stores no file of an upload when one is invalid and names that one', async () => {
  const before = [countFiles(), await lobby()];
  const { status, error } = await upload(['a.png', createPng()], ['b.png', HTML], ['c.png', createPng()]);
  expect([status, error.details.issues[0].path]).toEqual([400, 'files.1']);
  expect(error.message).toContain('b.png');
  expect([countFiles(), await lobby()]).toEqual(before);
});

test('the server rejects a form without files, with too many or truncated, and stores nothing', async () => {
  const before = countFiles();
  const none = new FormData();
  none.set('note', 'x');
  const many = formOf(...Array.from({ length: 21 }, (_, n) => [`${n}.png`, createPng()] as [string, Buffer]));
  const refused = [none, many].map(async (form) => (await site.admin.upload(UPLOAD, form)).error.message);
  expect(await Promise.all(refused)).toEqual([
    'files: Send files in the field "files".',
    'file: Send at most 20 files at once.',
  ]);
  const type = 'multipart/form-data; boundary=x';
  const cut = `--x\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\n\r\n`;
  const half = await site.admin.with({ 'content-type': type }).raw('POST', UPLOAD, cut);
  expect([half.status, countFiles()]).toEqual([400, before]);
  expect((await site.admin.post(UPLOAD, { files: [] })).status).toBe(400);
});

test('the server returns 413 with the limit for a file over 20 MB', async () => {
  const { status, error } = await upload(['big.bmp', createBmp(2700, 2700)]);
  expect([status, error.code, error.details.limit]).toEqual([413, 'PAYLOAD_TOO_LARGE', 20 * 1024 * 1024]);
});

test('the server returns 409 and stores nothing when a surface has 200 slides', async () => {
  const path = '/api/slides/shopfloor/upload';
  for (let batch = 0; batch < 10; batch++) {
    const form = formOf(...Array.from({ length: 20 }, () => ['a.png', createPng()] as [string, Buffer]));
    expect((await site.admin.upload(path, form)).status).toBe(201);
  }
  const before = countFiles();
  const { status, error } = await site.admin.upload(path, formOf(['a.png', createPng()]));
  expect([status, error.details.field, countFiles()]).toEqual([409, 'files', before]);
});

test('the server removes GPS data and trailing bytes from a photo', async () => {
  const photo = Buffer.concat([createJpeg().subarray(0, 2), createExif(6), createJpeg().subarray(2), HTML]);
  const { data } = await upload(['photo.jpg', photo]);
  const served = await fetch(site.url + data.slides.at(-1).url);
  const bytes = Buffer.from(await served.arrayBuffer());
  expect([bytes.includes('GPS'), bytes.includes('script'), bytes.length]).toEqual([
    false,
    false,
    createJpeg().length + 36,
  ]);
  expect(data.slides.at(-1).size).toBe(bytes.length);
});

test('the picture route returns 404 for each path that is not a listed file', async () => {
  await upload(['fine.png', createPng()]);
  const stored = readdirSync(folder)[0]!;
  const spellings = [
    '..',
    '.',
    '%2e%2e',
    '../slides/x.png',
    '..%2f..%2fmillwright.db',
    '..%5c..%5cmillwright.db',
    '%2fetc%2fpasswd',
    '/etc/passwd',
    'C:%5cfine.png',
    'fine.png%00',
    'fine.png%00.png',
    'fine.png.',
    'fine.png%20',
    './fine.png',
    '.%2ffine.png',
    'lobby%2ffine.png',
    '..%c0%af..%c0%afmillwright.db',
    '%c0%ae%c0%ae',
    '%zz',
    '%',
    'fine.png/',
    'fine.png%2f',
    stored,
    `${stored}.tmp`,
    'a'.repeat(5000),
    'slides.feed',
  ];
  for (const surface of ['lobby', 'shopfloor', 'roof', '..', '%2e%2e', ''])
    for (const spelling of spellings) {
      const { status } = await rawGet(`/api/slides/img/${surface}/${spelling}`);
      expect([surface, spelling, status]).toEqual([surface, spelling, 404]);
    }
  expect(await rawGet('/api/slides/img/lobby/fine.png')).toEqual({ status: 200 });
});

/** Sends a request with the literal path, because `fetch` would normalize it. */
async function rawGet(path: string): Promise<{ status: number }> {
  const { hostname, port } = new URL(site.url);
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = '';
  await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: (socket) => {
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
      },
      data: (_socket, bytes) => {
        text += bytes.toString('latin1');
      },
      close: () => resolve(text),
      error: () => resolve(text),
    },
  });
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(await promise)?.[1]) };
}

test('the public routes send no CORS header', async () => {
  await upload(['public.png', createPng()]);
  const evil = site.anonymous.with({ origin: 'https://evil.example' });
  for (const path of ['/api/slides/feed', '/api/slides/img/lobby/public.png'])
    expect((await evil.get(path)).headers.get('access-control-allow-origin')).toBeNull();
});

test('the server stores pictures under generated file names', async () => {
  await upload(['own-1.png', createPng()], ['own-2.jpg', createJpeg()]);
  for (const name of readdirSync(folder)) expect(name).toMatch(/^[0-9a-f-]{36}\.(png|jpg)$/);
  expect(readFileSync(join(folder, readdirSync(folder)[0]!)).length).toBeGreaterThan(0);
});
