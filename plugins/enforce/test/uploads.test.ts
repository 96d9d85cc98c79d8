import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY } from '../../../test/support/clock.ts';
import { PASSWORD, type Site, startSite } from '../../../test/support/site.ts';
import { Uploads } from '../uploads.ts';
import { computeSha256, createEntry, createScope } from './enforce-requests.ts';

let site: Site;
let entryid: number;
let scopeid: number;
beforeAll(async () => {
  site = await startSite();
  ({ scopeid } = await createScope(site));
  ({ entryid } = await createEntry(site, scopeid, { Name: 'Setup', Type: 'EXE' }));
});
afterAll(() => site.stop());

const content = new Uint8Array(100_000).map((_, n) => (n * 13) & 255);
const begin = (body: object) => site.admin.post(`/api/enforce/entries/${entryid}/uploads`, body);
const send = (key: string, offset: number, piece: Uint8Array<ArrayBuffer>) =>
  site.admin
    .with({ 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) })
    .raw('PATCH', `/api/enforce/uploads/${key}`, piece);
const parts = () => {
  const root = join(site.data, 'uploads');
  return existsSync(root) ? readdirSync(root) : [];
};

test('the server accepts a payload in consecutive pieces and uses it when it is complete', async () => {
  const begun = await begin({ size: content.length, filename: 'a.exe', sha256: computeSha256(content) });
  expect([begun.status, begun.headers.get('upload-offset'), begun.headers.get('tus-resumable')]).toEqual([
    201,
    '0',
    '1.0.0',
  ]);
  const { uploadkey } = begun.data;
  expect((await send(uploadkey, 0, content.slice(0, 40_000))).data).toMatchObject({
    offset: 40_000,
    entry: null,
  });
  const wrong = await send(uploadkey, 0, content.slice(0, 40_000));
  expect([wrong.status, wrong.error.details.offset]).toEqual([409, 40_000]);
  const head = await fetch(`${site.url}/api/enforce/uploads/${uploadkey}`, {
    method: 'HEAD',
    headers: site.admin.headers,
  });
  expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
    200,
    '40000',
    '100000',
  ]);
  const last = await send(uploadkey, 40_000, content.slice(40_000));
  expect([last.status, last.data.offset, last.data.entry.PayloadSha256]).toEqual([
    200,
    100_000,
    computeSha256(content),
  ]);
  expect((await site.admin.get(`/api/enforce/uploads/${uploadkey}`)).status).toBe(404);
  expect(parts()).toEqual([]);
});

test('the server accepts a piece as application/octet-stream, as generated clients send it', async () => {
  const { uploadkey } = (await begin({ size: content.length, filename: 'plain.exe' })).data;
  const piece = (type: string) =>
    site.admin
      .with({ 'content-type': type, 'upload-offset': '0' })
      .raw('PATCH', `/api/enforce/uploads/${uploadkey}`, content.slice(0, 100));
  expect((await piece('application/json')).status).toBe(400);
  expect((await piece('application/octet-stream; charset=binary')).data).toMatchObject({ offset: 100 });
  await site.admin.delete(`/api/enforce/uploads/${uploadkey}`);
});

test('an upload resumes after the bytes that arrived before a piece was aborted', async () => {
  const { uploadkey } = (await begin({ size: content.length, filename: 'a.exe' })).data;
  const leaving = new AbortController();
  let sent = 0;
  const sending = fetch(`${site.url}/api/enforce/uploads/${uploadkey}`, {
    method: 'PATCH',
    headers: {
      ...site.admin.headers,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    signal: leaving.signal,
    body: new ReadableStream({
      async pull(controller) {
        if (sent >= 50_000) return Bun.sleep(5);
        controller.enqueue(content.slice(sent, sent + 10_000));
        sent += 10_000;
      },
    }),
  });
  sending.catch(() => undefined);
  const offset = async () =>
    (await site.admin.get(`/api/enforce/uploads/${uploadkey}`)).data.offset as number;
  while ((await offset()) < 20_000) await Bun.sleep(5);
  leaving.abort();
  await expect(sending).rejects.toThrow();
  let last = await send(uploadkey, await offset(), content.slice(await offset()));
  while (last.status === 409) {
    await Bun.sleep(5);
    const at = await offset();
    last = await send(uploadkey, at, content.slice(at));
  }
  expect([last.status, last.data.entry.PayloadSha256]).toEqual([200, computeSha256(content)]);
});

test('the next piece replaces a piece whose connection is silent', async () => {
  const { uploadkey } = (await begin({ size: content.length, filename: 'a.exe' })).data;
  const sending = fetch(`${site.url}/api/enforce/uploads/${uploadkey}`, {
    method: 'PATCH',
    headers: {
      ...site.admin.headers,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    // The stream sends one chunk and never ends.
    body: new ReadableStream({ start: (controller) => controller.enqueue(content.slice(0, 30_000)) }),
  });
  const offset = async () => (await site.admin.get(`/api/enforce/uploads/${uploadkey}`)).data.offset;
  while ((await offset()) < 30_000) await Bun.sleep(5);
  const last = await send(uploadkey, 30_000, content.slice(30_000));
  expect([last.status, last.data.entry?.PayloadSha256]).toEqual([200, computeSha256(content)]);
  expect((await sending).status).toBe(409);
});

test('the server accepts each byte once when fifty pieces start at the same byte', async () => {
  const { uploadkey } = (await begin({ size: content.length, filename: 'a.exe' })).data;
  const sent = await Promise.all(
    Array.from({ length: 50 }, () => send(uploadkey, 0, content.slice(0, 50_000))),
  );
  expect(sent.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const { offset } = (await site.admin.get(`/api/enforce/uploads/${uploadkey}`)).data;
  expect((await send(uploadkey, offset, content.slice(offset))).data.entry.PayloadSha256).toBe(
    computeSha256(content),
  );
});

test('an empty piece completes an upload that was complete before the appliance stopped', async () => {
  const { uploadkey } = (await begin({ size: content.length, filename: 'a.exe' })).data;
  writeFileSync(join(site.data, 'uploads', uploadkey), content);
  const last = await send(uploadkey, content.length, new Uint8Array(0));
  expect([last.status, last.data?.entry?.PayloadSha256]).toEqual([200, computeSha256(content)]);
  expect(parts()).toEqual([]);
});

test('the server rejects a wrong hash, too many bytes and a too large file, and stores nothing', async () => {
  const other = (await begin({ size: 10, filename: 'a.exe', sha256: 'a'.repeat(64) })).data.uploadkey;
  expect((await send(other, 0, content.slice(0, 10))).error.details.issues[0].path).toBe('sha256');
  expect((await send(other, 0, content.slice(0, 10))).status).toBe(404);
  const much = (await begin({ size: 10, filename: 'a.exe' })).data.uploadkey;
  expect((await send(much, 0, content.slice(0, 11))).status).toBe(400);
  expect((await site.admin.delete(`/api/enforce/uploads/${much}`)).status).toBe(200);
  expect((await begin({ size: 600 * 1024 * 1024, filename: 'a.exe' })).status).toBe(413);
  expect((await begin({ size: 0, filename: 'a.exe' })).status).toBe(400);
  expect((await send('..%2f..%2fmillwright.db', 0, content)).status).toBe(404);
  expect(parts()).toEqual([]);
});

test('the server deletes an unfinished upload and its bytes after a day', async () => {
  const { uploadkey } = (await begin({ size: 100, filename: 'a.exe' })).data;
  await send(uploadkey, 0, content.slice(0, 50));
  expect(parts()).toEqual([uploadkey]);
  site.clock.advance(DAY + 1000);
  site.app.host.getInstance(Uploads).deleteExpired();
  expect(parts()).toEqual([]);
  site.admin = await site.anonymous.signIn('admin', PASSWORD);
  expect((await site.admin.get(`/api/enforce/uploads/${uploadkey}`)).status).toBe(404);
});
