import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let assetid: number;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());
let made = 0;
beforeEach(async () => {
  const body = { assetnumber: `F-${++made}`, assettypeid: 2 };
  assetid = (await site.admin.post('/api/assets', body)).data.assetid;
});

function formOf(content: string, name: string, note?: string): FormData {
  const form = new FormData();
  form.set('file', new File([content], name));
  if (note !== undefined) form.set('note', note);
  return form;
}
const path = () => `/api/assets/${assetid}/files`;

test('a file of an asset is downloaded as attachment and appears in the history', async () => {
  const reply = await site.admin.upload(path(), formOf('<script>alert(1)</script>', 'plan.html', 'Wiring'));
  expect([reply.status, reply.data]).toEqual([
    201,
    expect.objectContaining({ assetid, originalname: 'plan.html', note: 'Wiring', size: 25 }),
  ]);
  expect((await site.admin.get(path())).data).toEqual([reply.data]);
  const read = await site.admin.get(`/api/assets/files/${reply.data.filename}`);
  expect([read.text, read.headers.get('content-type')]).toEqual([
    '<script>alert(1)</script>',
    'application/octet-stream',
  ]);
  expect(read.headers.get('content-disposition')).toStartWith('attachment;');
  const history = (await site.admin.get(`/api/assets/${assetid}/history`)).data;
  expect(JSON.stringify(history)).toContain('plan.html');
});

test('an undo restores a deleted file of an asset', async () => {
  const file = (await site.admin.upload(path(), formOf('x', 'a.txt'))).data;
  const gone = await site.admin.delete(`/api/assets/files/${file.assetfileid}`);
  expect(gone.data).toEqual({ deleted: file.assetfileid });
  expect((await site.admin.get(`/api/assets/files/${file.filename}`)).status).toBe(404);
  const [row] = (await site.admin.get('/api/auditlogs?action=catalog.assetfile.removed')).data;
  expect((await site.admin.post(`/api/auditlogs/${row.auditlogid}/undo`)).status).toBe(200);
  expect((await site.admin.get(`/api/assets/files/${file.filename}`)).text).toBe('x');
});

test('a file route refuses missing permissions, empty files, long notes and unknown names', async () => {
  expect((await site.anonymous.get(path())).status).toBe(401);
  expect((await site.anonymous.upload(path(), formOf('x', 'a.txt'))).status).toBe(401);
  const reader = await site.userWith('assets.view');
  expect((await reader.get(path())).status).toBe(200);
  expect((await reader.upload(path(), formOf('x', 'a.txt'))).status).toBe(403);
  expect((await site.admin.upload('/api/assets/99999/files', formOf('x', 'a.txt'))).status).toBe(404);
  expect((await site.admin.upload(path(), formOf('', 'empty.txt'))).status).toBe(400);
  const long = await site.admin.upload(path(), formOf('x', 'a.txt', 'n'.repeat(256)));
  expect([long.status, long.error.details.issues[0].path]).toEqual([400, 'note']);
  for (const name of ['..%2f..%2fmillwright.db', '%00', 'none'])
    expect((await site.admin.get(`/api/assets/files/${name}`)).status).toBe(404);
});
