import type { BackupMetadata } from '../../../kit/backup/backup-store.ts';
import { createSystemContext } from '../../../kit/data/tx.ts';
import type { Host } from '../../../kit/host.ts';
import { hasAlertRecipients, sendAlert } from '../../../kit/outbox/alert.ts';
import { auditBackup } from '../audit-backup.ts';
import type { CopyError } from './copy-errors.ts';
import { ALERTED_TARGETS, FAILED_TARGETS } from './settings.ts';

/** Writes the result of a copy to the audit log. */
export const recordCopy = (
  host: Host,
  action: 'backups.copy.made' | 'backups.copy.failed',
  backup: BackupMetadata,
  details: Record<string, string>,
): void => auditBackup(host, createSystemContext(), action, backup, details);

/**
 * Records which targets fail, with their reasons. Notifies the alert recipients when a target fails for which
 * no alert was queued yet. A target that keeps failing raises one alert, as soon as there is a recipient. An
 * empty list records that the targets recovered.
 */
export function recordFailures(host: Host, failures: readonly CopyError[]): void {
  const { db, settings } = host;
  const failing = failures.map(({ target }) => target);
  const previous = settings.text(FAILED_TARGETS);
  const alerted = settings.text(ALERTED_TARGETS).split('\n');
  const isAlertDue = failing.some((line) => !alerted.includes(line)) && hasAlertRecipients(settings);
  const targets = failing.join('\n');
  if (targets === previous && !isAlertDue) return;
  const isNew = failing.some((line) => !previous.split('\n').includes(line));
  const action = isAlertDue ? 'alerted' : isNew ? 'failed' : 'recovered';
  db.transact(createSystemContext(), `backups.copy.${action}`, (tx) => {
    if (isAlertDue) sendAlert(host, tx, alertOf(host, failures));
    settings.setIn(tx, FAILED_TARGETS, targets);
    const withAlert = isAlertDue ? failing : failing.filter((line) => alerted.includes(line));
    settings.setIn(tx, ALERTED_TARGETS, withAlert.join('\n'));
    tx.audit({ entitytype: 'backup', entityid: null, details: { targets }, undoable: false });
  });
}

const alertOf = ({ settings }: Host, failures: readonly CopyError[]) => ({
  event: 'backups.copy.failed',
  title: `BACKUP NOT COPIED: a backup of ${settings.text('site_name') || 'Millwright'} is only on the appliance itself`,
  text: [
    'The newest backup could not be copied to:',
    ...failures.map(({ target, reason }) => `${target}: ${reason}`),
    'Millwright retries every hour.',
  ].join('\n'),
  path: '/backups',
  severity: 'critical' as const,
  data: { targets: failures },
});
