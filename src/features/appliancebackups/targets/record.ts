import type { BackupNote } from '../../../kit/backup/shelf.ts';
import { systemContext } from '../../../kit/data/tx.ts';
import type { Host } from '../../../kit/host.ts';
import { tellAlert } from '../../../kit/outbox/alert.ts';
import { tellOfBackup } from '../tell.ts';
import { FAILED_TARGETS } from './settings.ts';

/** Writes the result of a copy to the audit log. */
export const recordCopy = (
  host: Host,
  action: 'backups.copy.made' | 'backups.copy.failed',
  backup: BackupNote,
  details: Record<string, string>,
): void => tellOfBackup(host, systemContext(), action, backup, details);

/**
 * Remembers which targets fail, with their reasons. Notifies the alert recipients when one fails that did not fail
 * before: a target that fails again raises no second alert.
 */
export function recordFailures(host: Host, failures: ReadonlyMap<string, string>): void {
  const { db, settings } = host;
  const value = [...failures.keys()].join('\n');
  const before = settings.text(FAILED_TARGETS);
  if (value === before) return;
  const known = new Set(before.split('\n'));
  const isNew = [...failures.keys()].some((line) => !known.has(line));
  db.transact(systemContext(), isNew ? 'backups.copy.alerted' : 'backups.copy.recovered', (tx) => {
    if (isNew) tellAlert(host, tx, alertOf(host, failures));
    settings.setIn(tx, FAILED_TARGETS, value);
    tx.audit({ entitytype: 'backup', entityid: null, details: { targets: value }, undoable: false });
  });
}

const alertOf = ({ settings }: Host, failures: ReadonlyMap<string, string>) => ({
  event: 'backups.copy.failed',
  title: `BACKUP NOT COPIED: a backup of ${settings.text('site_name') || 'Millwright'} is on its own server only`,
  text: [
    'The newest backup could not be copied to:',
    ...[...failures].map(([line, reason]) => `${line}: ${reason}`),
    'It is tried again every hour.',
  ].join('\n'),
  path: '/backups',
  severity: 'critical' as const,
  data: { targets: [...failures].map(([target, reason]) => ({ target, reason })) },
});
