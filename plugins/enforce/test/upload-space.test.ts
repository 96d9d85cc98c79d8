import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createSystemContext } from '../../../src/kit/data/tx.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { PAYLOAD_AREA } from '../blobs.ts';
import { createEntry, createScope } from './enforce-requests.ts';

let site: Site;
let entryid: number;
beforeAll(async () => {
  site = await startSite();
  const { scopeid } = await createScope(site);
  ({ entryid } = await createEntry(site, scopeid, { Name: 'Setup', Type: 'EXE' }));
  await site.admin.put('/api/settings/enforce_payload_store_gb', { value: '1' });
  listPayload(1024 ** 3 - 100_000);
});
afterAll(() => site.stop());

/** Lists a payload of this size, without its content. */
function listPayload(size: number): void {
  const { db, files } = site.app.host;
  const file = { area: PAYLOAD_AREA, filename: 'large.exe', originalname: 'large.exe', size, sha256: '0' };
  db.transact(createSystemContext(), 'enforce.payload.kept', (tx) => {
    files.list(tx, { ...file, mediatype: 'application/octet-stream', width: null, height: null });
    tx.audit({ entitytype: 'payload', entityid: null, undoable: false });
  });
}

const begin = async (): Promise<string> =>
  (await site.admin.post(`/api/enforce/entries/${entryid}/uploads`, { size: 300_000, filename: 'a.exe' }))
    .data.uploadkey;
const send = (uploadkey: string, offset: number, bytes: number) =>
  site.admin
    .with({ 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) })
    .raw('PATCH', `/api/enforce/uploads/${uploadkey}`, new Uint8Array(bytes));
const cancel = (uploadkey: string) => site.admin.delete(`/api/enforce/uploads/${uploadkey}`);

test('the server refuses a piece with 507 when it exceeds the limit of all payloads', async () => {
  const uploadkey = await begin();
  expect((await send(uploadkey, 0, 60_000)).data).toMatchObject({ offset: 60_000 });
  const refused = await send(uploadkey, 60_000, 60_000);
  expect([refused.status, refused.error.code]).toEqual([507, 'STORAGE_FULL']);
  expect(refused.error.message).toContain('1,024 MB');
  await cancel(uploadkey);
  expect(site.app.host.files.arriving).toBe(0);
});

test('pieces of paused uploads count toward the limit of all payloads until they are canceled', async () => {
  const paused = await begin();
  expect((await send(paused, 0, 60_000)).status).toBe(200);
  const uploadkey = await begin();
  expect((await send(uploadkey, 0, 60_000)).status).toBe(507);
  await cancel(paused);
  const { offset } = (await site.admin.get(`/api/enforce/uploads/${uploadkey}`)).data;
  expect((await send(uploadkey, offset, 60_000 - offset)).data).toMatchObject({ offset: 60_000 });
  await cancel(uploadkey);
});
