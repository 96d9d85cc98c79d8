import { afterAll, beforeAll, expect, test } from 'bun:test';
import { importFile, rowOutcomesOf } from './support/imports.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('errors.csv contains the rejected rows with their reasons', async () => {
  const csv =
    'Title\nvendor;supportemail;reason;Note\nGood;;x;\n"Bad;one";nobody;=1+1;="007"\n;y@example.com;z;\n';
  const done = await importFile(site.admin, 'vendors', csv, { dryrun: 'false', skiperrors: 'true' });
  expect(rowOutcomesOf(done)).toEqual(['add', 'error', 'error']);
  const path = `/api/imports/${done.data.importid}/errors.csv`;
  const answer = await site.admin.get(path);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toContain('plant-errors.csv');
  const [header, first, second, end] = answer.text.split('\r\n');
  expect(header).toBe('vendor,supportemail,reason,Note,line,import reason');
  expect(first).toMatch(/^"Bad;one",nobody,'=1\+1,007,4,.*email/i);
  expect(second).toMatch(/^,y@example\.com,z,,5,.*Vendor/);
  expect(end).toBe('');
});

test('errors.csv of an import without errors contains only the header', async () => {
  const dry = await importFile(site.admin, 'vendors', 'vendor\nFine\n');
  const { text } = await site.admin.get(`/api/imports/${dry.data.importid}/errors.csv`);
  expect(text).toBe('vendor,line,reason\r\n');
});

test('errors.csv needs the permission to import, and an import that exists', async () => {
  const dry = await importFile(site.admin, 'computers', 'assetnumber,hostname\nE-1,\n');
  const half = await site.userWith('assets.create', 'assets.edit');
  const path = `/api/imports/${dry.data.importid}/errors.csv`;
  expect((await site.anonymous.get(path)).status).toBe(401);
  expect((await half.get(path)).status).toBe(403);
  expect((await site.admin.get('/api/imports/999999/errors.csv')).status).toBe(404);
});

test('each template contains columns that an import of its target recognizes', async () => {
  const { data } = await site.admin.get('/api/registers');
  const targets = data.filter(({ imports }: { imports?: boolean }) => imports);
  expect(targets.length).toBeGreaterThan(20);
  for (const { name } of targets) {
    const { text, status } = await site.admin.get(`/api/imports/templates/${name}`);
    expect([name, status]).toEqual([name, 200]);
    const dry = await importFile(site.admin, name, text);
    expect([name, Object.values(dry.data.mapping).filter((field) => field === null)]).toEqual([name, []]);
    expect(new Set(Object.values(dry.data.mapping)).size).toBe(text.trim().split(',').length);
  }
});

test('a template of an asset type begins with the asset number and has no type', async () => {
  const { text } = await site.admin.get('/api/imports/templates/Phone');
  expect(text).toMatch(/^assetnumber,name,serialnumber,.*\r\n$/);
  expect(text).not.toContain('assettype');
  expect((await site.admin.get('/api/imports/templates/nothing')).status).toBe(400);
  expect((await site.anonymous.get('/api/imports/templates/vendors')).status).toBe(401);
  const reader = await site.userWith('assets.view');
  expect((await reader.get('/api/imports/templates/vendors')).status).toBe(403);
});
