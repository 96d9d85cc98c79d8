import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createSmallPng } from '../../../src/demo/small-png.ts';
import type { Client } from '../../../test/support/client.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { PRINT_EXTENSIONS } from '../stock-events.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const STL = 'solid part\nendsolid part\n';
const MB = 1024 * 1024;
let made = 0;
const newItem = async (): Promise<string> => {
  const { data } = await site.admin.post('/api/printedparts/items', { itemcode: `F-${++made}` });
  return `/api/printedparts/items/${data.itemid}`;
};
function send(
  path: string,
  name: string,
  content: BlobPart = STL,
  note?: string,
  client: Client = site.admin,
) {
  const form = new FormData();
  if (note !== undefined) form.set('note', note);
  form.set('file', new File([content], name));
  return client.upload(`${path}/files`, form);
}
const listFiles = (area = 'printfiles') => {
  try {
    return readdirSync(join(site.data, 'files', area));
  } catch {
    return [];
  }
};
const download = (fileid: number, client: Client = site.anonymous) =>
  client.get(`/api/printedparts/files/${fileid}/download`);

test('the server stores each file as the next revision and lists the newest first', async () => {
  const path = await newItem();
  const first = await send(path, 'guide.stl');
  const second = await send(path, 'guide-2.3MF', STL, ' thicker\nwall ');
  expect([first.status, first.data]).toMatchObject([
    201,
    { revision: 1, originalname: 'guide.stl', note: null, uploadedby: 'admin', size: STL.length },
  ]);
  expect(first.data.filename).not.toBe('guide.stl');
  const { data, meta } = await site.admin.get(`${path}/files`);
  expect(data).toEqual([second.data, first.data]);
  expect(second.data).toMatchObject({ revision: 2, note: 'thicker wall' });
  expect(meta.pagination).toMatchObject({ total: 2, page: 1 });
  expect((await site.admin.get(`${path}/files?per_page=1&page=2`)).data).toEqual([first.data]);
  const { fileid } = first.data;
  for (const method of ['PUT', 'PATCH'])
    expect((await site.admin.send(method, `/api/printedparts/files/${fileid}`, { note: 'x' })).status).toBe(
      404,
    );
  expect((await download(fileid)).text).toBe(STL);
});

test('the server numbers parallel uploads without gaps or duplicates', async () => {
  const path = await newItem();
  const sent = await Promise.all(Array.from({ length: 12 }, (_, n) => send(path, `p${n}.gcode`, `G${n}\n`)));
  expect(sent.map(({ data }) => data.revision).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, n) => n + 1),
  );
});

test('the server accepts print file formats and returns 400 for other files', async () => {
  const path = await newItem();
  for (const extension of PRINT_EXTENSIONS)
    expect([extension, (await send(path, `Part.${extension.toUpperCase()}`)).status]).toEqual([
      extension,
      201,
    ]);
  const before = listFiles().length;
  const png = createSmallPng(4, () => [1, 2, 3]);
  const wrong: [name: string, content: BlobPart][] = [
    ['part.exe', STL],
    ['part.stl.html', STL],
    ['part', STL],
    ['.stl.', STL],
    ['picture.stl', png],
    ['paper.gcode', '%PDF-1.4\n'],
    ['empty.stl', ''],
  ];
  for (const [name, content] of wrong) {
    const { status, error } = await send(path, name, content);
    expect([name, status, error.details.issues[0].path]).toEqual([name, 400, 'file']);
  }
  expect((await site.admin.upload(`${path}/files`, new FormData())).status).toBe(400);
  expect((await send(path, 'long.stl', STL, 'x'.repeat(1001))).error.details.issues[0].path).toBe('note');
  expect(listFiles()).toHaveLength(before);
  expect((await site.admin.get(`${path}/files`)).meta.pagination.total).toBe(PRINT_EXTENSIONS.length);
});

test('the server accepts a file of 100 MB and returns 413 without storing one that is larger', async () => {
  const path = await newItem();
  const raw = site.admin.with({ 'content-type': 'application/octet-stream' });
  const bytes = (size: number) => {
    let left = size;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = new Uint8Array(Math.min(left, MB)).fill(32);
        left -= chunk.length;
        controller.enqueue(chunk);
        if (left === 0) controller.close();
      },
    });
  };
  const before = listFiles().length;
  const large = await raw.raw('POST', `${path}/files?filename=large.gcode&note=big`, bytes(100 * MB));
  expect([large.status, large.data.size, large.data.note]).toEqual([201, 100 * MB, 'big']);
  const larger = await raw.raw('POST', `${path}/files?filename=larger.gcode`, bytes(100 * MB + 1));
  expect([larger.status, larger.error.code, larger.error.details.limit]).toEqual([
    413,
    'PAYLOAD_TOO_LARGE',
    100 * MB,
  ]);
  expect(listFiles()).toHaveLength(before + 1);
  expect((await send(path, 'next.gcode')).data.revision).toBe(2);
  await site.admin.delete(`/api/printedparts/files/${large.data.fileid}`);
});

test('a download is an attachment with the escaped original file name', async () => {
  const path = await newItem();
  const names: [sent: string, ascii: string, exact: string][] = [
    ['a"b;c%.stl', 'a_b_c_.stl', 'a%22b%3Bc%25.stl'],
    ['Lehre ø8 “neu”.stl', 'Lehre _8 _neu_.stl', 'Lehre%20%C3%B88%20%E2%80%9Cneu%E2%80%9D.stl'],
    ["it's (1)*.stl", "it's (1)*.stl", 'it%27s%20%281%29%2A.stl'],
  ];
  for (const [sent, ascii, exact] of names) {
    const raw = site.admin.with({ 'content-type': 'application/octet-stream' });
    const { data } = await raw.raw('POST', `${path}/files?filename=${encodeURIComponent(sent)}`, STL);
    const { headers } = await download(data.fileid);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`,
    );
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      'application/octet-stream',
      'nosniff',
    ]);
  }
  const odd = encodeURIComponent('..\\..\\x\r\nSet-Cookie: a=b\u202e\u2066lts.stl');
  const raw = site.admin.with({ 'content-type': 'application/octet-stream' });
  const { data } = await raw.raw('POST', `${path}/files?filename=${odd}`, STL);
  expect(data.originalname).toBe('xSet-Cookie: a=blts.stl');
  expect((await download(data.fileid)).headers.get('set-cookie')).toBeNull();
});

test('the label of an item has its own latest revision', async () => {
  const [path, other] = [await newItem(), await newItem()];
  for (const name of ['one.stl', 'two.stl']) await send(path, name);
  const readLines = async (item: string) =>
    (await site.anonymous.get(`/api/labels/printedpart/${item.split('/').at(-1)}`)).data.lines;
  expect(await readLines(path)).toContain('Rev 2');
  expect((await readLines(other)).join()).not.toContain('Rev');
});

test('removing a revision deletes its content and has no undo', async () => {
  const path = await newItem();
  const { data } = await send(path, 'gone.stl');
  await send(path, 'stays.stl');
  const removed = await site.admin.delete(`/api/printedparts/files/${data.fileid}`);
  expect([removed.status, removed.data]).toEqual([200, { deleted: data.fileid }]);
  expect(removed.headers.get('x-audit-id')).toBeNull();
  expect([(await download(data.fileid)).status, listFiles().includes(data.filename)]).toEqual([404, false]);
  expect((await site.admin.delete(`/api/printedparts/files/${data.fileid}`)).status).toBe(404);
  const left = (await site.admin.get(`${path}/files`)).data;
  expect(left.map(({ revision }: { revision: number }) => revision)).toEqual([2]);
  expect((await send(path, 'next.stl')).data.revision).toBe(3);
});

test('file routes return 404 or 400 for unknown items and files, and store nothing', async () => {
  const before = listFiles().length;
  for (const id of ['999999', '0'])
    expect((await send(`/api/printedparts/items/${id}`, 'a.stl')).status).toBe(404);
  expect([400, 404]).toContain((await send('/api/printedparts/items/x', 'a.stl')).status);
  for (const id of ['999999', 'x', '..%2f..%2fsecrets.json', '%00'])
    expect([404, 400]).toContain((await site.anonymous.get(`/api/printedparts/files/${id}/download`)).status);
  expect((await site.admin.get('/api/printedparts/items/999999/files')).status).toBe(404);
  expect(listFiles()).toHaveLength(before);
});

test('downloads are public, and listing, uploading and removing each need a permission', async () => {
  const path = await newItem();
  const { data } = await send(path, 'rights.stl');
  const viewer = await site.userWith('printedparts.view');
  const editor = await site.userWith('printedparts.edit');
  expect([(await viewer.get(`${path}/files`)).status, (await editor.get(`${path}/files`)).status]).toEqual([
    200, 403,
  ]);
  expect((await site.anonymous.get(`${path}/files`)).status).toBe(401);
  expect([
    (await send(path, 'v.stl', STL, 'x', viewer)).status,
    (await send(path, 'e.stl', STL, 'x', editor)).data.uploadedby,
  ]).toEqual([403, editor.session.user.username]);
  expect((await send(path, 's.stl', STL, 'x', site.anonymous)).status).toBe(401);
  expect((await editor.delete(`/api/printedparts/files/${data.fileid}`)).status).toBe(403);
  expect((await download(data.fileid, viewer)).status).toBe(200);
});

test('the picture of a part is public and validated, and only the current file is served', async () => {
  const path = await newItem();
  const picture = (name: string, content: BlobPart, client = site.admin) => {
    const form = new FormData();
    form.set('file', new File([content], name));
    return client.upload(`${path}/image`, form);
  };
  const png = createSmallPng(4, () => [1, 2, 3]);
  const sent = await picture('part.png', png);
  expect([sent.status, sent.data.imagefilename]).toEqual([201, sent.data.filename]);
  const at = (name: string) => `/api/printedparts/image/${name}`;
  const seen = await site.anonymous.get(at(sent.data.filename));
  expect([seen.status, seen.headers.get('content-type'), seen.headers.get('x-content-type-options')]).toEqual(
    [200, 'image/png', 'nosniff'],
  );
  for (const [name, content] of [
    ['page.png', '<html><script>alert(1)</script>'],
    ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['part.stl', png],
    ['part.jpg', png],
  ] as const)
    expect([name, (await picture(name, content)).status]).toEqual([name, 400]);
  const next = await picture('part.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>');
  expect((await site.anonymous.get(at(next.data.filename))).headers.get('content-security-policy')).toContain(
    'sandbox',
  );
  expect((await site.anonymous.get(at(sent.data.filename))).status).toBe(404);
  expect(listFiles('printedparts')).toEqual([next.data.filename]);
  const printed = (await send(path, 'p.stl')).data.filename;
  for (const name of [
    '..%2f..%2fsecrets.json',
    '..%5c..%5csecrets.json',
    '%00',
    '..%c0%afx',
    '%2fetc%2fpasswd',
    `..%2fprintfiles%2f${printed}`,
    printed,
    'x'.repeat(300),
  ])
    expect([400, 404]).toContain((await site.anonymous.raw('GET', at(name))).status);
  const viewer = await site.userWith('printedparts.view');
  expect((await picture('part.png', png, viewer)).status).toBe(403);
  expect((await picture('part.png', png, site.anonymous)).status).toBe(401);
});
