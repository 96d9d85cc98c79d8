import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { BackupMaker } from '../../src/features/appliancebackups/index.ts';
import { type AlertReceiver, receiveAlerts } from '../support/alerts.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let alerts: AlertReceiver;
beforeAll(async () => {
  site = await startSite();
  alerts = await receiveAlerts(site);
});
afterAll(async () => {
  await alerts.stop();
  await site.stop();
});
beforeEach(() => {
  alerts.received.length = 0;
  for (const note of maker().shelf.list()) maker().shelf.remove(note);
});

const maker = () => site.app.host.getInstance(BackupMaker);

/** Creates a backup and returns the path of its file. */
async function makeBackup(): Promise<string> {
  const { data } = await site.admin.post('/api/backups');
  await maker().whenIdle();
  return maker().shelf.path(data);
}

/** Runs the job as an admin and returns its visible results. */
async function runDrill() {
  const { lastresult, lasterror } = (await site.admin.post('/api/jobs/backups.drill/run')).data;
  await site.app.host.outbox.drain();
  const { attention } = (await site.admin.get('/api/dashboard/summary')).data;
  const work = maker().workplace('');
  return {
    lastresult,
    lasterror,
    isOnDashboard: attention.some(
      ({ key, count }: { key: string; count: number }) => key === 'appliancebackups.drill' && count > 0,
    ),
    left: existsSync(work) ? readdirSync(work) : [],
  };
}

/** Returns the audit rows about a backup. */
const auditsOf = async (file: string): Promise<{ action: string; details: { reason?: string } }[]> =>
  (await site.admin.get('/api/auditlogs?per_page=100')).data.filter(
    (row: { action: string; details: { filename?: string } }) =>
      row.action.startsWith('backups.drill.') && row.details.filename === basename(file),
  );

const PASSED = { lastresult: 'ok', lasterror: null, isOnDashboard: false, left: [] };

test('a drill succeeds when there is no backup', async () => {
  expect([await runDrill(), alerts.received]).toEqual([PASSED, []]);
});

test('a drill restores the newest backup, writes one audit row and leaves no file', async () => {
  const older = await makeBackup();
  writeFileSync(older, 'damaged');
  const newest = await makeBackup();
  expect(await runDrill()).toEqual(PASSED);
  const rows = await auditsOf(newest);
  expect([rows.map(({ action }) => action), alerts.received]).toEqual([['backups.drill.passed'], []]);
  expect(await auditsOf(older)).toEqual([]);
});

test('a drill fails and admins are notified when the newest backup is damaged', async () => {
  const file = await makeBackup();
  const content = readFileSync(file);
  writeFileSync(file, content.subarray(0, content.length - 200));
  const { lasterror, ...result } = await runDrill();
  expect(result).toEqual({ lastresult: 'failed', isOnDashboard: true, left: [] });
  expect(lasterror).toBe(
    `${basename(file)} could not be restored: The file is incomplete. If you copied or downloaded it, copy or download it again.`,
  );
  expect(alerts.received).toEqual([
    expect.objectContaining({
      event: 'backups.drill.failed',
      severity: 'critical',
      title: expect.stringMatching(/^RESTORE DRILL FAILED: /),
      text: expect.stringContaining(lasterror),
    }),
  ]);
  const rows = await auditsOf(file);
  expect(rows.map(({ action, details }) => [action, details.reason])).toEqual([
    ['backups.drill.failed', lasterror],
  ]);
  writeFileSync(file, content);
  expect(await runDrill()).toEqual(PASSED);
});

test('a drill skips a backup that only an earlier passphrase opens', async () => {
  const set = async (value: string) =>
    expect((await site.admin.put('/api/settings/backup_passphrase', { value })).status).toBe(200);
  await set('an earlier passphrase');
  const earlier = await makeBackup();
  expect([await runDrill(), (await auditsOf(earlier)).length]).toEqual([PASSED, 1]);
  await set('the current passphrase');
  expect([await runDrill(), (await auditsOf(earlier)).length]).toEqual([PASSED, 1]);
  await set('');
});
