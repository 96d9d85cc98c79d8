import type { BackupMetadata } from '../../kit/backup/backup-store.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';

/** Records an action on a backup in the audit log. The record cannot be undone. */
export function auditBackup(
  host: Host,
  context: WriteContext,
  action: `backups.${string}`,
  { backupid: entityid, filename }: Pick<BackupMetadata, 'backupid' | 'filename'>,
  more: Record<string, unknown> = {},
): void {
  host.db.transact(context, action, (tx) =>
    tx.audit({ entitytype: 'backup', entityid, details: { filename, ...more }, undoable: false }),
  );
}
