import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../../test/support/client.ts';
import { withSetting } from '../../../test/support/settings.ts';
import { PASSWORD, type Site, startSite } from '../../../test/support/site.ts';
import { deleteUnneededPayloads } from '../blobs.ts';
import {
  buildTextEntry,
  computeSha256,
  createEntry,
  createPcClient,
  createScope,
  requestPublish,
  sendPayload,
} from './enforce-requests.ts';

const DAY = 24 * 3600 * 1000;
const MB = 1024 * 1024;

let site: Site;
let pc: Client;
beforeAll(async () => {
  site = await startSite();
  pc = await createPcClient(site, ['enforce.fetch']);
  await site.admin.put('/api/settings/enforce_payload_per_minute', { value: '10000' });
});
afterAll(() => site.stop());

/** Advances the clock and signs in again. */
async function wait(milliseconds: number): Promise<void> {
  site.clock.advance(milliseconds);
  site.admin = await site.anonymous.signIn('admin', PASSWORD);
  pc = await createPcClient(site, ['enforce.fetch']);
}

const bytes = (seed: number, size = 5000): Uint8Array<ArrayBuffer> =>
  new Uint8Array(size).map((_, n) => (n * 31 + seed * 7 + (n >> 8)) & 255);
const files = (): string[] => {
  try {
    return readdirSync(join(site.data, 'files', 'enforcepayloads'));
  } catch {
    return [];
  }
};
const payloadPath = (hash: string) => `/api/enforce/payload/${hash}`;

async function entryWith(content: Uint8Array<ArrayBuffer>) {
  const scope = await createScope(site);
  const { entryid } = await createEntry(site, scope.scopeid, { Name: 'Setup', Type: 'EXE' });
  const sent = await sendPayload(site.admin, entryid, content);
  expect([sent.status, sent.data.PayloadSha256]).toEqual([201, computeSha256(content)]);
  return { ...scope, entryid, hash: computeSha256(content) };
}

async function read(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(site.url + path, { method, headers: { ...pc.headers, ...headers } });
  return {
    status: answer.status,
    headers: answer.headers,
    content: new Uint8Array(await answer.arrayBuffer()),
  };
}

test('the server serves a payload by its hash, and its entry has the hash and size', async () => {
  const content = bytes(1);
  const { hash, entryid, scopeid } = await entryWith(content);
  const [entry] = (await site.admin.get(`/api/enforce/scopes/${scopeid}`)).data.entries;
  expect(entry).toMatchObject({ entryid, PayloadSha256: hash, PayloadSize: 5000, haspayload: true });
  const got = await read(payloadPath(hash));
  expect([got.status, got.headers.get('etag'), got.headers.get('content-length')]).toEqual([
    200,
    `"${hash}"`,
    '5000',
  ]);
  expect(got.content).toEqual(content);
});

test('the server accepts a payload in a form and stores equal bytes once', async () => {
  const content = bytes(2);
  const { hash } = await entryWith(content);
  const before = files().length;
  const { scopeid } = await createScope(site);
  const { entryid } = await createEntry(site, scopeid, buildTextEntry('inline'));
  const form = new FormData();
  form.set('sha256', hash);
  form.set('file', new File([content], 'setup.exe'));
  const sent = await site.admin.upload(`/api/enforce/entries/${entryid}/payload`, form);
  expect([sent.status, sent.data.PayloadSha256, sent.data.InlinePayload]).toEqual([201, hash, undefined]);
  expect(files().length).toBe(before);
});

test('the server stores no file when the hash is wrong, the file is empty or the entry is unknown', async () => {
  const { scopeid } = await createScope(site);
  const { entryid } = await createEntry(site, scopeid, { Name: 'Setup', Type: 'EXE' });
  const before = files();
  const wrong = await sendPayload(site.admin, entryid, bytes(3), `filename=a.exe&sha256=${'a'.repeat(64)}`);
  expect([wrong.status, wrong.error.details.issues[0].path]).toEqual([400, 'sha256']);
  expect((await sendPayload(site.admin, entryid, new Uint8Array(0))).status).toBe(400);
  expect((await sendPayload(site.admin, 999_999, bytes(3))).status).toBe(404);
  expect((await sendPayload(await site.userWith('enforce.manage'), entryid, bytes(3))).status).toBe(403);
  expect(files()).toEqual(before);
  const [entry] = (await site.admin.get(`/api/enforce/scopes/${scopeid}`)).data.entries;
  expect(entry.haspayload).toBe(false);
});

test('the server deletes an incoming payload when its entry is deleted meanwhile', async () => {
  const { entryid, scopeid } = await entryWith(bytes(40));
  const before = files();
  let begin: () => void = () => undefined;
  const sending = fetch(`${site.url}/api/enforce/entries/${entryid}/payload?filename=a.exe`, {
    method: 'POST',
    headers: { ...site.admin.headers, 'content-type': 'application/octet-stream' },
    body: new ReadableStream({
      start(controller) {
        controller.enqueue(bytes(41).slice(0, 2000));
        begin = () => {
          controller.enqueue(bytes(41).slice(2000));
          controller.close();
        };
      },
    }),
  });
  while (files().length === before.length) await Bun.sleep(5);
  await site.admin.delete(`/api/enforce/entries/${entryid}`);
  begin();
  expect((await sending).status).toBe(404);
  expect(files()).toEqual(before);
  const other = { Name: 'By hand', Type: 'EXE', PayloadSha256: computeSha256(bytes(41)) };
  expect((await createEntry(site, scopeid, other)).haspayload).toBe(false);
  expect((await site.admin.post(`/api/enforce/scopes/${scopeid}/publish`, {})).status).toBe(409);
});

test('the server returns 413 and stores nothing when a payload exceeds the limit', async () => {
  const { hash, entryid } = await entryWith(bytes(4, 2 * MB));
  await site.admin.put('/api/settings/enforce_payload_max_mb', { value: '1' });
  const before = files();
  try {
    const raw = await sendPayload(site.admin, entryid, bytes(5, MB + 1));
    expect([raw.status, raw.error.code, raw.error.details.limit]).toEqual([413, 'PAYLOAD_TOO_LARGE', MB]);
    const form = new FormData();
    form.set('file', new File([bytes(5, MB + 1)], 'a.exe'));
    expect((await site.admin.upload(`/api/enforce/entries/${entryid}/payload`, form)).status).toBe(413);
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(bytes(6, 256 * 1024)),
    });
    expect((await sendPayload(site.admin, entryid, stream)).status).toBe(413);
    expect((await pc.get(payloadPath(hash))).error.code).toBe('PAYLOAD_TOO_LARGE');
    expect(files()).toEqual(before);
  } finally {
    await site.admin.put('/api/settings/enforce_payload_max_mb', { value: '512' });
  }
});

test('the server removes a payload file when the upload is aborted', async () => {
  const { scopeid } = await createScope(site);
  const { entryid } = await createEntry(site, scopeid, { Name: 'Setup', Type: 'EXE' });
  const before = files();
  const leaving = new AbortController();
  let sent = 0;
  const body = new ReadableStream({
    async pull(controller) {
      if (++sent > 4) leaving.abort();
      else controller.enqueue(bytes(sent, 256 * 1024));
      await Bun.sleep(5);
    },
  });
  const sending = fetch(`${site.url}/api/enforce/entries/${entryid}/payload?filename=a.exe`, {
    method: 'POST',
    headers: { ...site.admin.headers, 'content-type': 'application/octet-stream' },
    body,
    signal: leaving.signal,
  });
  await expect(sending).rejects.toThrow();
  while (files().length > before.length) await Bun.sleep(10);
  expect(files()).toEqual(before);
  expect((await site.admin.get(`/api/enforce/scopes/${scopeid}`)).data.entries[0].haspayload).toBe(false);
});

test('the payload route returns 400 for an invalid hash and 404 for an unknown one', async () => {
  const hash = 'a'.repeat(64);
  for (const [text, status] of [
    [hash, 404],
    [hash.slice(1), 400],
    [`${hash}a`, 400],
    [hash.toUpperCase(), 400],
    [`${hash.slice(1)}g`, 400],
    ['x', 400],
  ] as const)
    expect([text, (await pc.get(payloadPath(text))).status]).toEqual([text, status]);
  expect((await site.anonymous.get(payloadPath(hash))).status).toBe(401);
  expect((await site.anonymous.get(payloadPath('x'))).status).toBe(401);
  expect((await (await createPcClient(site, ['enforce.report'])).get(payloadPath(hash))).status).toBe(403);
});

test('the payload route handles ranges, HEAD and If-None-Match as HTTP requires', async () => {
  const content = bytes(7);
  const { hash } = await entryWith(content);
  const path = payloadPath(hash);
  const part = await read(path, { range: 'bytes=1000-1999' });
  expect([part.status, part.headers.get('content-range'), part.headers.get('etag')]).toEqual([
    206,
    'bytes 1000-1999/5000',
    `"${hash}"`,
  ]);
  expect(part.content).toEqual(content.slice(1000, 2000));
  const rest = await read(path, { range: 'bytes=4990-', 'if-range': `"${hash}"` });
  expect([rest.status, [...rest.content]]).toEqual([206, [...content.slice(4990)]]);
  const other = await read(path, { range: 'bytes=4990-', 'if-range': '"other"' });
  expect([other.status, other.content.length]).toEqual([200, 5000]);
  const last = await read(path, { range: 'bytes=-10' });
  expect([last.status, [...last.content]]).toEqual([206, [...content.slice(-10)]]);
  const beyond = await read(path, { range: 'bytes=5000-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */5000']);
  for (const ifNoneMatch of [`"${hash}"`, `W/"${hash}"`, '*', `"x", "${hash}"`])
    expect((await read(path, { 'if-none-match': ifNoneMatch })).status).toBe(304);
  const head = await read(path, {}, 'HEAD');
  expect([head.status, head.headers.get('etag'), head.headers.get('content-length')]).toEqual([
    200,
    `"${hash}"`,
    '5000',
  ]);
  expect(head.content.length).toBe(0);
});

test('the server serves an inline text by its hash in a draft and after publication', async () => {
  const { scopeid } = await createScope(site);
  const { entryid } = await createEntry(site, scopeid, buildTextEntry('a', 'echo Grüße'));
  const hash = computeSha256('echo Grüße');
  const got = await pc.get(payloadPath(hash));
  expect([got.status, got.text, got.headers.get('etag')]).toEqual([200, 'echo Grüße', `"${hash}"`]);
  await requestPublish(site, scopeid);
  await site.admin.delete(`/api/enforce/entries/${entryid}`);
  expect((await pc.get(payloadPath(hash))).text).toBe('echo Grüße');
  expect((await pc.with({ 'if-none-match': `"${hash}"` }).get(payloadPath(hash))).status).toBe(304);
});

test('a scoped token gets only payloads of published manifests of its scopes, else 404', async () => {
  const mine = await entryWith(bytes(8));
  const theirs = await entryWith(bytes(9));
  await requestPublish(site, theirs.scopeid);
  const bound = await createPcClient(site, ['enforce.fetch'], [mine.scopename]);
  expect((await bound.get(payloadPath(mine.hash))).status).toBe(404);
  await requestPublish(site, mine.scopeid);
  expect((await bound.get(payloadPath(mine.hash))).status).toBe(200);
  expect((await bound.get(payloadPath(theirs.hash))).status).toBe(404);
  expect((await bound.get(payloadPath('b'.repeat(64)))).status).toBe(404);
});

test('the server limits downloads per minute and counts the ranges of one download once', async () => {
  const { hash } = await entryWith(bytes(10));
  const other = await entryWith(bytes(11));
  site.clock.advance(120_000);
  const caller = await createPcClient(site, ['enforce.fetch']);
  const status = async (path: string, range?: string) =>
    (await caller.with(range ? { range } : {}).get(path)).status;
  await withSetting(site, 'enforce_payload_per_minute', '3', async () => {
    for (let n = 0; n < 20; n++)
      expect(await status(payloadPath(hash), `bytes=${n * 100}-${n * 100 + 99}`)).toBe(206);
    expect(await status(payloadPath(other.hash))).toBe(200);
    expect(await status(payloadPath(other.hash))).toBe(200);
    const refused = await caller.get(payloadPath(other.hash));
    expect([refused.status, refused.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61);
    // A range that starts at the first byte counts as another download.
    expect(await status(payloadPath(hash), 'bytes=0-')).toBe(429);
    expect(await status(payloadPath(hash), 'bytes=-99999')).toBe(429);
    // A download in progress may continue.
    expect(await status(payloadPath(hash), 'bytes=3000-')).toBe(206);
    site.clock.advance(61_000);
    expect(await status(payloadPath(other.hash))).toBe(200);
  });
});

test('the job deletes payloads that no draft or revision has referenced for a week', async () => {
  const draft = await entryWith(bytes(12));
  const old = await entryWith(bytes(13));
  await requestPublish(site, old.scopeid);
  await site.admin.delete(`/api/enforce/entries/${old.entryid}`);
  await requestPublish(site, old.scopeid);
  const loose = await entryWith(bytes(14));
  await site.admin.delete(`/api/enforce/entries/${loose.entryid}`);
  const { host } = site.app;
  const status = async ({ hash }: { hash: string }) => (await pc.get(payloadPath(hash))).status;
  deleteUnneededPayloads(host);
  await wait(6 * DAY);
  deleteUnneededPayloads(host);
  expect([await status(draft), await status(old), await status(loose)]).toEqual([200, 200, 200]);
  await wait(2 * DAY);
  const before = files().length;
  expect(deleteUnneededPayloads(host)).toBeGreaterThan(0);
  expect([await status(draft), await status(old), await status(loose)]).toEqual([200, 200, 404]);
  expect(files().length).toBeLessThan(before);
});

test('the job does not delete a payload that is uploaded again at the same time', async () => {
  const content = bytes(15);
  const first = await entryWith(content);
  await site.admin.delete(`/api/enforce/entries/${first.entryid}`);
  const { host } = site.app;
  deleteUnneededPayloads(host);
  await wait(8 * DAY);
  const { scopeid } = await createScope(site);
  const { entryid } = await createEntry(site, scopeid, { Name: 'Again', Type: 'EXE' });
  const sending = sendPayload(site.admin, entryid, content);
  const reaping = (async () => {
    for (let n = 0; n < 50; n++) {
      deleteUnneededPayloads(host);
      await Bun.sleep(1);
    }
  })();
  expect((await sending).status).toBe(201);
  await reaping;
  deleteUnneededPayloads(host);
  const got = await read(payloadPath(first.hash));
  expect([got.status, got.content]).toEqual([200, content]);
});

test('a download stays complete when a new revision is published during it', async () => {
  const content = bytes(16, 8 * MB);
  const { hash, scopeid, entryid } = await entryWith(content);
  await requestPublish(site, scopeid);
  const answer = await fetch(site.url + payloadPath(hash), { headers: pc.headers });
  const reader = answer.body!.getReader();
  const parts: Uint8Array[] = [(await reader.read()).value!];
  await sendPayload(site.admin, entryid, bytes(17));
  await requestPublish(site, scopeid);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
  }
  expect(computeSha256(Buffer.concat(parts))).toBe(hash);
});
