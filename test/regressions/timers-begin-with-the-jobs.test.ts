import { afterAll, expect, test } from 'bun:test';
import { BackupRoutine } from '../../src/features/appliancebackups/index.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
afterAll(() => site.stop());

test('an appliance over which no job runs yet has no timer of backups, and one begins with the jobs', async () => {
  const begun: BackupRoutine[] = [];
  const { start } = BackupRoutine.prototype;
  BackupRoutine.prototype.start = function (this: BackupRoutine) {
    begun.push(this);
  };
  try {
    site = await startSite();
    expect(begun).toEqual([]);
    site.app.host.scheduler.start();
    expect(begun).toEqual([site.app.host.one(BackupRoutine)]);
  } finally {
    BackupRoutine.prototype.start = start;
  }
});
