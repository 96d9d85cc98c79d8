import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupMaker, Copies } from '../../src/features/appliancebackups/index.ts';
import { type AlertReceiver, receiveAlerts } from '../support/alerts.ts';
import { startMailServer } from '../support/receivers.ts';
import { withSettings } from '../support/settings.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let alerts: AlertReceiver;
let folder: string;
beforeAll(async () => {
  site = await startSite();
  alerts = await receiveAlerts(site);
});
afterAll(async () => {
  await alerts.stop();
  await site.stop();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'target-'));
});
afterEach(async () => {
  for (const { targetid } of (await site.admin.get('/api/backups/targets')).data)
    await site.admin.delete(`/api/backups/targets/${targetid}`);
  rmSync(folder, { recursive: true, force: true });
  await settle();
  alerts.received.length = 0;
});

/** Waits until no backup is being created or copied, and the outbox is empty. */
async function settle(): Promise<void> {
  await site.app.host.getInstance(BackupMaker).whenIdle();
  await site.app.host.getInstance(Copies).whenIdle();
  await site.app.host.outbox.drain();
}

async function makeBackup(): Promise<void> {
  expect((await site.admin.post('/api/backups')).status).toBe(201);
  await settle();
}

const add = async (target: string) =>
  expect((await site.admin.post('/api/backups/targets', { target })).status).toBe(201);
/** Copies the newest backup to the targets without it. Returns the result of the job. */
async function copy(): Promise<string> {
  const { lastresult } = (await site.admin.post('/api/jobs/backups.copy/run')).data;
  await settle();
  return lastresult;
}
const isOnDashboard = async () =>
  (await site.admin.get('/api/dashboard/summary')).data.attention.some(
    ({ key, count }: { key: string; count: number }) => key === 'appliancebackups.targets' && count > 0,
  );

test('the server sends one mail for a failing target when mail is set up', async () => {
  const mail = await startMailServer();
  const servers = { smtp_host: '127.0.0.1', smtp_port: String(mail.port), smtp_security: 'none' };
  const run = async () => expect(await copy()).toBe('failed');
  await withSettings(site, { alert_webhook_url: '', smtp_from: 'a@plant.example' }, async () => {
    await add(`${folder}-gone`);
    await makeBackup();
    await run();
    // Recipients without a mail server receive nothing, nor does a mail server without recipients.
    await withSettings(site, { alert_recipients: 'b@plant.example' }, run);
    await withSettings(site, servers, async () => {
      await run();
      expect([mail.mails.length, await isOnDashboard()]).toEqual([0, true]);
      await withSettings(site, { alert_recipients: 'b@plant.example' }, async () => {
        for (let n = 0; n < 2; n++) await run();
      });
    });
  });
  mail.stop();
  expect([mail.mails.length, await isOnDashboard()]).toEqual([1, true]);
  expect(mail.mails[0]).toContain('BACKUP NOT COPIED');
});

test('a target that recovers and fails again raises a second alert', async () => {
  await add(folder);
  await makeBackup();
  const gone = `${folder}-gone`;
  for (let failures = 1; failures <= 2; failures++) {
    renameSync(folder, gone);
    await makeBackup();
    expect(alerts.received).toHaveLength(failures);
    renameSync(gone, folder);
    expect(await copy()).toBe('ok');
  }
});
