import { readPausedSince } from '../../kit/outbox/pause-deliveries.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { findBackupAlarm, notifyOverdueBackup } from './alarm.ts';
import { DRILL, runDrill } from './drill.ts';
import { BackupMaker } from './maker.ts';
import { passphraseIdMatches } from './passphrase-id.ts';
import { failedDrill, filledSetting, latestJob } from './queries.ts';
import { ReplacedDataArchives } from './replaced-data-archives.ts';
import { canResumeDeliveries, resumeRoute } from './resume.ts';
import { BackupRoutine, SCHEDULED } from './routine.ts';
import { backupSettings, SCHEDULE } from './settings.ts';
import { Copies } from './targets/copies.ts';
import { FAILED_TARGETS, targetSettings } from './targets/settings.ts';
import { UpgradeArchives } from './upgrade-archives.ts';

export { findBackupAlarm } from './alarm.ts';
export { auditBackup } from './audit-backup.ts';
export { readBackupEncryption } from './backup-encryption.ts';
export { Backups, type Verification } from './backups.ts';
export { rollBackRestore } from './data-replacement.ts';
export { DownloadTokens } from './download-tokens.ts';
export { FirstRestore } from './first-restore.ts';
export { importBackup } from './import-backup.ts';
export { BackupMaker } from './maker.ts';
export { passphraseOf } from './passphrase-header.ts';
export { thisAppliance } from './queries.ts';
export { begunRestore, Restorer } from './restorer.ts';
export { BackupRoutine } from './routine.ts';
export { PASSPHRASE } from './settings.ts';
export { Copies } from './targets/copies.ts';
export { type BackupTarget, BackupTargets, backupTarget } from './targets/targets.ts';

/**
 * Creation, verification and retention of backups of the appliance itself. The `backups` plugin provides
 * their page.
 */
export const appliancebackups = definePlugin({
  id: 'appliancebackups',
  title: 'Backups of the appliance',
  description: 'Scheduled backups of all data of the appliance',
  core: true,
  settings: [...backupSettings, ...targetSettings],
  invariants: [passphraseIdMatches],
  capabilities: { goon: canResumeDeliveries },
  routes: (host) => [resumeRoute(host)],
  attention: [
    {
      key: 'appliancebackups.heldback',
      topic: 'failed',
      title:
        'This appliance was restored. Mail, webhooks and PC commands are paused until an admin resumes them',
      severity: 'critical',
      needs: 'admin',
      href: '/outbox?state=queued',
      count: (reader) => (readPausedSince(reader) === null ? 0 : 1),
    },
    {
      key: 'appliancebackups.overdue',
      topic: 'failed',
      title: 'The backup of the appliance is overdue',
      severity: 'critical',
      needs: 'admin',
      href: '/backups',
      // Reading the latest job run makes the cached count expire after each job. No table contains the
      // passing of time.
      count: (reader, host) => {
        latestJob.get(reader);
        return findBackupAlarm(host) ? 1 : 0;
      },
    },
    {
      key: 'appliancebackups.drill',
      topic: 'failed',
      title: 'The weekly restore drill failed',
      severity: 'critical',
      needs: 'admin',
      href: '/backups',
      count: (reader) => (failedDrill.get(reader, { jobname: DRILL }) ? 1 : 0),
    },
    {
      key: 'appliancebackups.targets',
      topic: 'failed',
      title: 'The newest backup is missing on a backup target',
      severity: 'critical',
      needs: 'admin',
      href: '/backups',
      count: (reader) => (filledSetting.get(reader, { key: FAILED_TARGETS }) ? 1 : 0),
    },
  ],
  jobs: [
    {
      name: SCHEDULED,
      title: 'Create a backup of the appliance',
      schedule: (host) => host.settings.text(SCHEDULE),
      run: (host) => host.getInstance(BackupRoutine).run(),
      begin: (host) => {
        host.getInstance(BackupRoutine).start();
        void host
          .getInstance(ReplacedDataArchives)
          .start()
          .then(() => host.getInstance(UpgradeArchives).start());
      },
    },
    {
      name: 'backups.alarm',
      title: 'Send alerts about overdue backups',
      schedule: '23 * * * *',
      run: notifyOverdueBackup,
    },
    {
      name: 'backups.copy',
      title: 'Copy the newest backup to the backup targets',
      schedule: '47 * * * *',
      run: (host) => host.getInstance(Copies).copyNewest(),
    },
    {
      name: DRILL,
      title: 'Restore drill with the newest backup',
      schedule: '40 4 * * 0',
      run: runDrill,
    },
  ],
  start: (host) => host.getInstance(BackupMaker).tidyUp(),
  beforeStop: (host) => {
    host.getInstance(BackupRoutine).stop();
    host.getInstance(BackupMaker).stop();
  },
});
