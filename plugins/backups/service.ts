import { addDays } from '../../src/kit/clock.ts';
import { type Invariant, invariant } from '../../src/kit/data/invariant.ts';
import type { Tx, WriteContext } from '../../src/kit/data/tx.ts';
import { AppError, invalid } from '../../src/kit/errors.ts';
import type { StoredFile } from '../../src/kit/files/store.ts';
import type { Host } from '../../src/kit/host.ts';
import { latestBackupOf, markedLatestBackupsOf } from './queries.ts';
import { assetbackups as register } from './register.ts';
import { assetbackups } from './tables.ts';

const MB = 1024 * 1024;
export const BACKUP_FILE_AREA = 'assetbackups';
/**
 * Accepts any file type, because controls and imaging programs write their own. Files are served only as
 * downloads, independent of their type.
 */
export const BACKUP_FILE_RULE = { extensions: [], maxbytes: 512 * MB, areabytes: 65_536 * MB };

/** Throws 404 for an unknown backup and 409 for a retired one. It runs before the file is uploaded. */
export function refuseRetiredBackup(host: Host, assetbackupid: number): void {
  if (host.resource(register).get(assetbackupid).isactive === false)
    throw new AppError('CONFLICT', 'This backup is inactive. Reactivate it, then upload the file.');
}

/**
 * Saves the file of a backup. The previous file is deleted; an undo restores it. Throws 404 for an unknown
 * backup.
 */
export function saveBackupFile(
  host: Host,
  context: WriteContext,
  assetbackupid: number,
  file: StoredFile,
): void {
  host.db.transact(context, 'backups.assetbackup.filed', (tx) => {
    const before = tx.must(assetbackups, assetbackupid, 'Equipment backup');
    if (before.filename) host.files.removeFromList(tx, BACKUP_FILE_AREA, before.filename);
    host.files.list(tx, file);
    const { filename, originalname, size } = file;
    tx.update(assetbackups, assetbackupid, { filename, originalname, size });
    tx.audit({ entitytype: 'assetbackup', entityid: assetbackupid });
  });
}

/**
 * Derives the latest backup of an asset and its due date after every change. Throws 400 for a backup date in
 * the future.
 */
export const latestBackupInvariant: Invariant = invariant(
  'the latest backup of an asset sets the next due date',
  [assetbackups],
  (tx, changes) => {
    for (const { after } of changes)
      if (!tx.isReversal && typeof after?.backupdate === 'string' && after.backupdate > tx.today)
        throw invalid('backupdate', 'The backup date is in the future. Enter the date of the backup.');
    const assetids = changes.flatMap(({ id, before, after }) => [
      before?.assetid,
      after?.assetid,
      tx.row(assetbackups, id)?.assetid,
    ]);
    for (const assetid of new Set(assetids)) if (typeof assetid === 'number') mark(tx, assetid);
  },
);

function mark(tx: Tx, assetid: number): void {
  const latest = latestBackupOf.get(tx, { assetid });
  for (const { assetbackupid } of markedLatestBackupsOf.all(tx, { assetid }))
    if (assetbackupid !== latest?.assetbackupid)
      tx.update(assetbackups, assetbackupid, { islatest: 0, duedate: null });
  if (!latest) return;
  const { assetbackupid, backupdate, intervaldays } = latest;
  const duedate = intervaldays === null ? null : addDays(backupdate, intervaldays);
  tx.update(assetbackups, assetbackupid, { islatest: 1, duedate });
}
