import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
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

test('the server refuses uploads with 507 while the database still has space to write', async () => {
  const answers = [];
  for (let n = 0; n < UPLOADS; n++) answers.push(await upload(n));
  const refused = answers.filter(({ status }) => status !== 201);
  // Where no small disk can be mounted, a limit on file sizes is used, which does not fill the disk.
  expect(refused.length > 0).toBe(disk.kind === 'tmpfs');
  for (const { status, error } of refused) expect([status, error.code]).toEqual([507, 'STORAGE_FULL']);
  for (let n = 0; n < 10; n++)
    expect(
      (await site.admin.post('/api/vendors', { vendor: `V${n}`, description: 'n'.repeat(10_000) })).status,
    ).toBe(201);
});
