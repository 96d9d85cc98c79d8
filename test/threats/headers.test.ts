import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('each response has the header X-Content-Type-Options', async () => {
  for (const path of [
    '/api/assets',
    '/api/assets?format=csv',
    '/api/assets/999999',
    '/api/nothing',
    '/api/docs/openapi.json',
    '/api/docs/llms.txt',
    '/api/metrics',
    '/api/dashboard/health',
    '/api/collector/glpi',
  ]) {
    const { headers } = await site.admin.get(path);
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
  }
});

test('the server refuses script addresses in link templates and site_url', async () => {
  for (const urltemplate of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'java\tscript:x',
  ])
    expect([
      urltemplate,
      (await site.admin.post('/api/protocols', { protocol: 'x', urltemplate })).status,
    ]).toEqual([urltemplate, 400]);
  const made = await site.admin.post('/api/protocols', {
    protocol: 'vnc',
    urltemplate: 'vnc://{host}:{port}',
  });
  expect([made.status, made.data.urltemplate]).toEqual([201, 'vnc://{host}:{port}']);
  expect((await site.admin.put('/api/settings/site_url', { value: 'javascript:alert(1)' })).status).toBe(400);
});

test('a bulk edit returns 400 when its filter is empty', async () => {
  await site.admin.post('/api/assets', { assetnumber: 'A-1', assettypeid: 2 });
  const all = await site.admin.patch('/api/assets/bulk', { filter: {}, changes: { notes: 'slipped' } });
  expect([all.status, all.error.message]).toEqual([400, 'filter: Enter at least one filter.']);
  const some = await site.admin.patch('/api/assets/bulk', {
    filter: { assettypeid: 2 },
    changes: { notes: 'meant' },
  });
  expect(some.data).toEqual({ matched: 1, changed: 1 });
});

test('a search with NUL succeeds, and null for a field with a default uses the default', async () => {
  for (const path of [
    '/api/search?q=%00',
    '/api/assets?search=a%00b',
    '/api/map/markers?search=%00',
    '/api/vendors?search=%00',
  ])
    expect([path, (await site.admin.get(path)).status]).toEqual([path, 200]);
  const made = await site.admin.post('/api/computers', {
    assetnumber: 'PC-1',
    hostname: 'pc-1',
    statusid: null,
  });
  expect([made.status, typeof made.data.statusid]).toEqual([201, 'number']);
});
