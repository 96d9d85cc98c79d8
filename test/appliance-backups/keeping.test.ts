import { expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBackupAlarm } from '../../src/features/appliancebackups/alarm.ts';
import {
  describeMissingSpace,
  selectBackupsToDelete,
} from '../../src/features/appliancebackups/disk-space.ts';
import { BackupMaker, BackupRoutine } from '../../src/features/appliancebackups/index.ts';
import { findExpiredBackups } from '../../src/features/appliancebackups/retention-policy.ts';
import { type BackupMetadata, createBackupMetadata } from '../../src/kit/backup/backup-store.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

setDefaultTimeout(120_000);

const DAY = 86_400_000;
const HOUR = 3_600_000;
const NOW = new Date(2026, 10, 23, 12);

const note = (at: Date, more: Partial<BackupMetadata> = {}): BackupMetadata =>
  createBackupMetadata({
    backupid: at.getTime(),
    filename: `${at.getTime()}.tar.zst`,
    bytes: 100,
    createddate: at.toISOString(),
    kind: 'scheduled',
    state: 'done',
    sealed: false,
    verified: true,
    ...more,
  });

/** Returns one backup per night for this number of nights, newest first. */
const nights = (count: number) =>
  Array.from({ length: count }, (_, n) => note(new Date(2026, 10, 23 - n, 2)));

test('the retention policy keeps the newest backups of days, weeks and months', () => {
  const all = nights(500);
  const retained = all.filter(
    (one) => !findExpiredBackups(all, { daily: 7, weekly: 4, monthly: 12 }, NOW).includes(one),
  );
  const days = retained.map(({ createddate }) => new Date(createddate));
  expect(days.slice(0, 7)).toEqual(all.slice(0, 7).map(({ createddate }) => new Date(createddate)));
  // The newest backup is also the newest of its week and of its month. That makes 7 days, 3 Sundays and 11
  // ends of months, without duplicates.
  expect(retained.length).toBeWithin(18, 22);
  expect(findExpiredBackups(retained, { daily: 7, weekly: 4, monthly: 12 }, NOW)).toEqual([]);
});

test('the retention policy keeps only the newest valid backup when all limits are 0', () => {
  const all = nights(10);
  expect(findExpiredBackups(all, { daily: 0, weekly: 0, monthly: 0 }, NOW)).toEqual(all.slice(1));
  const newestIsBad = [note(NOW, { state: 'failed', verified: false }), ...all];
  expect(findExpiredBackups(newestIsBad, { daily: 0, weekly: 0, monthly: 0 }, NOW)).not.toContain(all[0]);
});

test('the retention policy keeps manual and uploaded backups and the newest of upgrades and restores', () => {
  const byHand = [
    note(new Date(2020, 1, 1), { kind: 'manual' }),
    note(new Date(2020, 1, 2), { kind: 'uploaded' }),
  ];
  const upgrades = [1, 2, 3].map((n) => note(new Date(NOW.getTime() - n * DAY), { kind: 'upgrade' }));
  const restores = [1, 2, 3, 40].map((n) => note(new Date(NOW.getTime() - n * DAY - 5), { kind: 'restore' }));
  const gone = findExpiredBackups(
    [...byHand, ...upgrades, ...restores],
    { daily: 7, weekly: 4, monthly: 12 },
    NOW,
  );
  expect(gone).toEqual([upgrades[2]!, restores[3]!]);
});

test('selectBackupsToDelete selects the oldest scheduled backups only when they free enough space', () => {
  const all = nights(4);
  expect(selectBackupsToDelete(all, 150)).toEqual([all[3]!, all[2]!]);
  expect(selectBackupsToDelete(all, 300)).toEqual([all[3]!, all[2]!, all[1]!]);
  expect(selectBackupsToDelete(all, 301)).toBeUndefined();
  expect(selectBackupsToDelete([note(NOW, { kind: 'manual' }), note(new Date(2020, 1, 1))], 50)).toEqual([
    expect.objectContaining({ kind: 'scheduled' }),
  ]);
});

let site: Site;

/**
 * Declares a test with a separate site, because each test examines all backups and most advance the clock by
 * days.
 */
const siteTest = (title: string, work: () => void | Promise<void>) =>
  test(title, async () => {
    site = await startSite();
    try {
      await work();
    } finally {
      await site.stop();
    }
  });

/** Creates a backup and waits until it is complete. */
async function makeBackup(): Promise<void> {
  await (await admin()).post('/api/backups');
  await site.app.host.getInstance(BackupMaker).whenIdle();
}

/** Signs in the admin. A session lasts less than a day. */
const admin = () => site.anonymous.signIn('admin', PASSWORD);
const listScheduled = async () =>
  (await (await admin()).get('/api/backups')).data.filter(({ kind }: BackupMetadata) => kind === 'scheduled');

siteTest('a scheduled backup is made once when it is due and the clock changes', async () => {
  const routine = site.app.host.getInstance(BackupRoutine);
  await (await admin()).put('/api/settings/backup_schedule', { value: '0 2 * * *' });
  await routine.runIfDue();
  expect(await listScheduled()).toEqual([]);
  site.clock.advance(DAY);
  await Promise.all([routine.runIfDue(), routine.runIfDue()]);
  await routine.runIfDue();
  expect(await listScheduled()).toHaveLength(1);
  site.clock.advance(-2 * DAY);
  await routine.runIfDue();
  expect(await listScheduled()).toHaveLength(1);
  site.clock.advance(DAY);
  await routine.runIfDue();
  expect(await listScheduled()).toHaveLength(2);
  await (await admin()).put('/api/settings/backup_schedule', { value: '' });
  site.clock.advance(3 * DAY);
  await routine.runIfDue();
  expect(await listScheduled()).toHaveLength(2);
  const wrong = await (await admin()).put('/api/settings/backup_schedule', { value: 'at night' });
  expect(wrong.status).toBe(400);
});

siteTest('the dashboard warns when the last valid backup is too old', async () => {
  const isWarned = async () => {
    await site.app.host.scheduler.run('identity.prune-attempts');
    const { attention } = (await (await admin()).get('/api/dashboard/summary')).data;
    return attention.some(
      ({ key, count }: { key: string; count: number }) => key.startsWith('appliancebackups') && count > 0,
    );
  };
  await makeBackup();
  expect(await isWarned()).toBe(false);
  site.clock.advance(37 * HOUR);
  expect(await isWarned()).toBe(true);
  const [old] = (await (await admin()).get('/api/backups')).data;
  const content = readFileSync(site.app.host.getInstance(BackupMaker).shelf.path(old));
  const upload = (await admin()).with({ 'content-type': 'application/octet-stream' });
  const taken = await upload.raw('POST', '/api/backups/upload?filename=old.tar.zst', new Uint8Array(content));
  // An upload does not make a backup newer.
  expect([taken.status, taken.data.verified, await isWarned()]).toEqual([201, true, true]);
  await (await admin()).put('/api/settings/backup_alarm_hours', { value: '0' });
  expect(await isWarned()).toBe(false);
});

siteTest('an alarm is sent once and again only after another backup', async () => {
  const heard: { event: string; title: string; severity: string }[] = [];
  const receiver = Bun.serve({
    port: 0,
    fetch: async (request) => {
      heard.push(await request.json());
      return new Response('ok');
    },
  });
  const hour = async () => {
    await site.app.host.scheduler.run('backups.alarm');
    await site.app.host.outbox.drain();
  };
  await makeBackup();
  await (await admin()).put('/api/settings/backup_alarm_hours', { value: '36' });
  site.clock.advance(40 * HOUR);
  await hour();
  expect(heard).toEqual([]);
  const value = `http://127.0.0.1:${receiver.port}/`;
  expect((await (await admin()).put('/api/settings/alert_webhook_url', { value })).status).toBe(200);
  await hour();
  await hour();
  expect(heard).toMatchObject([
    { event: 'backups.overdue', severity: 'critical', title: expect.stringMatching(/^BACKUP OVERDUE: /) },
  ]);
  await makeBackup();
  await hour();
  site.clock.advance(40 * HOUR);
  await hour();
  expect(heard).toHaveLength(2);
  receiver.stop(true);
});

siteTest('a backup that failed for lack of space is an alarm at once', async () => {
  await makeBackup();
  const maker = site.app.host.getInstance(BackupMaker);
  expect(findBackupAlarm(site.app.host)).toBeUndefined();
  const [last] = maker.shelf.list();
  maker.shelf.write({
    ...last!,
    state: 'failed',
    verified: null,
    error: describeMissingSpace('/backups', 5_000_000),
    errorcode: 'STORAGE_FULL',
  });
  expect(findBackupAlarm(site.app.host)).toMatchObject({
    reason: expect.stringContaining('4.8 MB more are needed'),
  });
});

siteTest('an interrupted backup is marked as failed and its files are deleted', () => {
  const maker = site.app.host.getInstance(BackupMaker);
  const cut = note(new Date(2026, 5, 1), {
    state: 'running',
    filename: 'millwright-2026-06-01T00-00-00.000Z.tar.zst',
  });
  maker.shelf.write(cut);
  writeFileSync(maker.shelf.path(cut), 'half');
  mkdirSync(join(maker.shelf.folder, '.work', 'making-1'), { recursive: true });
  maker.tidyUp();
  expect(maker.shelf.find(cut.backupid)).toMatchObject({
    state: 'failed',
    error: 'The appliance stopped before the backup finished.',
  });
});

siteTest('the database copy of an old upgrade is listed and can be verified', async () => {
  const maker = site.app.host.getInstance(BackupMaker);
  const file = join(maker.shelf.folder, 'before-migration-2026-05-01T10-20-30-400Z.db');
  mkdirSync(maker.shelf.folder);
  site.app.host.db.truncateWal();
  writeFileSync(file, readFileSync(join(site.data, 'millwright.db')));
  const { data } = await (await admin()).get('/api/backups');
  const old = data.find(({ kind }: BackupMetadata) => kind === 'upgrade');
  expect(old).toMatchObject({ state: 'done', createddate: '2026-05-01T10:20:30.400Z', verified: null });
  expect((await (await admin()).post(`/api/backups/${old.backupid}/verify`)).data).toEqual({
    verified: true,
    problems: [],
  });
});
