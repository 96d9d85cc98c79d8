import { mkdirSync } from 'node:fs';
import { type BackupMetadata, isOwnBackup } from '../../kit/backup/backup-store.ts';
import { ownVersionOf } from '../../kit/backup/own-version.ts';
import { createSystemContext } from '../../kit/data/tx.ts';
import { errorMessageOf } from '../../kit/error-message.ts';
import type { Host } from '../../kit/host.ts';
import { removeInBackground } from '../../kit/on-disk.ts';
import { sendAlert } from '../../kit/outbox/alert.ts';
import { runStageRestoreJob } from '../../kit/restore/stage-restore-job.ts';
import { BackupMaker } from './maker.ts';
import { PASSPHRASE, PASSPHRASE_ID } from './settings.ts';

/** The name of the job that runs the restore drill. */
export const DRILL = 'backups.drill';

/**
 * Runs the drill job: restores the newest own backup into a temporary folder and verifies it there. A backup
 * that cannot be restored is noticed before it is needed. Skips backups with an earlier passphrase, and does
 * nothing when no backup remains. Throws an Error with the reason when the backup cannot be restored. Then
 * the audit log records the drill as failed, and the alert recipients are notified.
 */
export async function runDrill(host: Host): Promise<void> {
  const maker = host.getInstance(BackupMaker);
  await maker.whenIdle();
  const passphraseid = host.settings.text(PASSPHRASE_ID);
  const backup = maker.shelf.list().find((note) => isRestorable(note, passphraseid));
  if (!backup) return;
  try {
    await restoreApart(host, backup);
  } catch (cause) {
    // A drill that the end of the appliance interrupts proves nothing about the backup.
    if (maker.signal.aborted) throw cause;
    const reason = `${backup.filename} could not be restored: ${errorMessageOf(cause)}`;
    recordDrill(host, backup, reason);
    throw new Error(reason, { cause });
  }
  recordDrill(host, backup, undefined);
}

/** Reports whether a complete backup was made here and is not encrypted with an earlier passphrase. */
function isRestorable(backup: BackupMetadata, passphraseid: string): boolean {
  const isOpen = !backup.sealed || backup.passphraseid === passphraseid;
  return isOwnBackup(backup) && isOpen && backup.state === 'done' && backup.folder === null;
}

async function restoreApart(host: Host, backup: BackupMetadata): Promise<void> {
  const { settings, contributions, clock } = host;
  const { shelf, signal, workplace } = host.getInstance(BackupMaker);
  const folder = workplace(`drill-${crypto.randomUUID()}`);
  mkdirSync(workplace(''), { recursive: true, mode: 0o700 });
  try {
    await runStageRestoreJob(
      {
        file: shelf.path(backup),
        passphrases: [settings.text(PASSPHRASE)],
        folder,
        own: ownVersionOf(contributions),
        at: clock.now(),
      },
      signal,
    );
  } finally {
    await removeInBackground(folder);
  }
}

/** Writes the result to the audit log. Notifies the alert recipients when the drill failed. */
function recordDrill(host: Host, { backupid, filename }: BackupMetadata, reason: string | undefined): void {
  const action = reason === undefined ? 'backups.drill.passed' : 'backups.drill.failed';
  host.db.transact(createSystemContext(), action, (tx) => {
    if (reason !== undefined) sendAlert(host, tx, alertOf(host, filename, reason));
    const details = { filename, ...(reason !== undefined && { reason }) };
    tx.audit({ entitytype: 'backup', entityid: backupid, details, undoable: false });
  });
}

const alertOf = ({ settings }: Host, filename: string, reason: string) => ({
  event: 'backups.drill.failed',
  title: `RESTORE DRILL FAILED: ${settings.text('site_name') || 'Millwright'} could not restore its newest backup`,
  text: `The weekly restore drill restores the newest backup into a temporary folder. ${reason}`,
  path: '/backups',
  severity: 'critical' as const,
  data: { filename, reason },
});
