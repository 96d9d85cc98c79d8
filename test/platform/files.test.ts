import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const packages = () => join(site.data, 'files', 'packages');
const countStored = () => readdirSync(packages()).length;

test('the server deletes the files of a deleted record at the commit and keeps listed ones', async () => {
  const { data: app } = await site.admin.post('/api/applications', { appname: 'Swept' });
  const { data: version } = await site.admin.post(`/api/applications/${app.appid}/versions`, {
    version: '1',
  });
  const form = new FormData();
  form.set('file', new File(['installer'], 'setup.exe'));
  await site.admin.upload(`/api/applications/${app.appid}/versions/${version.appversionid}/packages`, form);
  expect(site.app.host.files.sweep(-1)).toBe(0);
  expect(countStored()).toBe(1);
  await site.admin.delete(`/api/applications/${app.appid}`, { confirm: 'Swept' });
  expect(countStored()).toBe(0);
});

test('the sweep deletes an unlisted file when it is old', () => {
  mkdirSync(packages(), { recursive: true });
  const before = countStored();
  writeFileSync(join(packages(), 'stray.exe'), 'left by a power cut');
  expect(site.app.host.files.sweep(60_000)).toBe(0);
  expect(site.app.host.files.sweep(-1)).toBe(1);
  expect(countStored()).toBe(before);
});
