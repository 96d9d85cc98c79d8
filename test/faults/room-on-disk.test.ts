import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createEntry, createScope } from '../../plugins/enforce/test/enforce-requests.ts';
import { type Site, startSite } from '../support/site.ts';
import { prepareSmallDisk } from './full-disk.ts';

setDefaultTimeout(120_000);

const disk = prepareSmallDisk();
const UPLOADS = 30;
let site: Site;
beforeAll(async () => {
  site = await startSite({ data: disk.data });
});
afterAll(() => site.stop());

async function upload(n: number) {
  const model = await site.admin.post('/api/models', { modelnumber: `Model ${n}` });
  const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex');
  const form = new FormData();
  form.set('file', new File([png, Buffer.alloc(900_000)], 'picture.png'));
  return site.admin.upload(`/api/models/${model.data.modelnumberid}/image`, form);
}

/** Sends a payload in pieces until the server refuses one, and returns the responses. */
async function uploadInPieces() {
  const { scopeid } = await createScope(site);
  const { entryid } = await createEntry(site, scopeid, { Name: 'Setup', Type: 'EXE' });
  const size = UPLOADS * 900_000;
  const begun = await site.admin.post(`/api/enforce/entries/${entryid}/uploads`, { size, filename: 'a.exe' });
  const path = `/api/enforce/uploads/${begun.data.uploadkey}`;
  const answers: Awaited<ReturnType<typeof upload>>[] = [];
  for (let offset = 0; offset + 900_000 < size && answers.every(({ status }) => status === 200); ) {
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
    answers.push(await site.admin.with(headers).raw('PATCH', path, new Uint8Array(900_000)));
    offset += 900_000;
  }
  await site.admin.delete(path);
  return answers;
}

const writeRecords = async () => {
  for (let n = 0; n < 10; n++) {
    const vendor = { vendor: crypto.randomUUID(), description: 'n'.repeat(10_000) };
    expect((await site.admin.post('/api/vendors', vendor)).status).toBe(201);
  }
};

test('the server refuses a payload in pieces with 507 while the disk still has its reserve', async () => {
  const refused = (await uploadInPieces()).filter(({ status }) => status !== 200);
  expect(refused.length > 0).toBe(disk.kind === 'tmpfs');
  for (const { status, error } of refused) {
    expect([status, error.code]).toEqual([507, 'STORAGE_FULL']);
    expect(error.message).toContain('almost full');
  }
  await writeRecords();
});

test('the server refuses uploads with 507 while the database still has space to write', async () => {
  const answers = [];
  for (let n = 0; n < UPLOADS; n++) answers.push(await upload(n));
  const refused = answers.filter(({ status }) => status !== 201);
  // Where no small disk can be mounted, a limit on file sizes is used, which does not fill the disk.
  expect(refused.length > 0).toBe(disk.kind === 'tmpfs');
  for (const { status, error } of refused) expect([status, error.code]).toEqual([507, 'STORAGE_FULL']);
  await writeRecords();
});
