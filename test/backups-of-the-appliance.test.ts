import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { BackupMaker } from '../src/features/appliancebackups/index.ts';
import { type Site, startSite } from './support/site.ts';

setDefaultTimeout(60_000);

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('a backup is begun at once, and is done once it was looked at', async () => {
  const begun = await site.admin.post('/api/backups');
  expect([begun.status, begun.data.state]).toEqual([201, 'running']);
  await site.app.host.one(BackupMaker).quiet();
  const { data } = await site.admin.get(`/api/backups/${begun.data.backupid}`);
  console.log(data);
  expect(data).toMatchObject({ state: 'done', verified: true, error: null, kind: 'manual', sealed: false });
});
