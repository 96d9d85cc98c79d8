import { findNewestVerified, isOwnBackup } from '../../kit/backup/backup-store.ts';
import { createSystemContext } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { hasAlertRecipients, sendAlert } from '../../kit/outbox/alert.ts';
import { BackupMaker } from './maker.ts';
import { thisAppliance } from './queries.ts';
import { NOTIFIED_ALARM } from './settings.ts';

const HOUR_MS = 3_600_000;

/**
 * The condition that the newest good backup is too old or missing, or that a backup had no free disk space.
 */
export interface BackupAlarm {
  /** ISO time of the newest good backup, or of the creation of the appliance when there is none. */
  since: string;
  /** Error of the last backup when it was not started for lack of disk space; otherwise null. */
  reason: string | null;
}

/**
 * Returns the alarm if the newest verified backup is older than `backup_alarm_hours`, or if the last own
 * backup had no free disk space. Without a verified backup, the age of the appliance counts. With 0 hours
 * there is no alarm.
 */
export function findBackupAlarm(host: Host): BackupAlarm | undefined {
  const hours = host.settings.integer('backup_alarm_hours');
  if (hours === 0) return undefined;
  const all = host.getInstance(BackupMaker).shelf.list();
  const good = findNewestVerified(all);
  const last = all.find(isOwnBackup);
  const reason = last?.errorcode === 'STORAGE_FULL' ? last.error : null;
  const since = good?.backupid ?? readStartTime(host);
  if (reason === null && host.clock.now().getTime() - since <= hours * HOUR_MS) return undefined;
  return { since: new Date(since).toISOString(), reason };
}

const readStartTime = ({ db }: Host): number =>
  db.read((reader) => Date.parse(thisAppliance.get(reader)!.createddate));

/**
 * Runs the job that sends each alarm once, by mail and webhook. Sends again when a newer backup has become
 * too old. Without recipients a later run sends it.
 */
export function notifyOverdueBackup(host: Host): void {
  const { db, settings } = host;
  const alarm = findBackupAlarm(host);
  const notifiedSince = settings.text(NOTIFIED_ALARM);
  if (notifiedSince === (alarm?.since ?? '')) return;
  // Without recipients the alarm stays unsent, and the first hourly run with a recipient sends it.
  if (alarm && !hasAlertRecipients(settings)) return;
  db.transact(createSystemContext(), alarm ? 'backups.alarm.told' : 'backups.alarm.ended', (tx) => {
    if (alarm) sendAlert(host, tx, messageOf(host, alarm));
    settings.setIn(tx, NOTIFIED_ALARM, alarm?.since ?? '');
    tx.audit({ entitytype: 'backup', entityid: null, details: { ...alarm }, undoable: false });
  });
}

const messageOf = ({ settings }: Host, { since, reason }: BackupAlarm) => ({
  event: 'backups.overdue',
  title: `BACKUP OVERDUE: ${settings.text('site_name') || 'Millwright'} has no verified backup since ${since}`,
  text: [
    `The last verified backup of the appliance was created at ${since}.`,
    reason ?? 'The page Backups of the appliance lists the result of each backup since then.',
  ].join('\n'),
  path: '/backups',
  severity: 'critical' as const,
  data: { since, reason },
});
