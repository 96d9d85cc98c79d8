import { existsSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  type BackupMetadata,
  BackupStore,
  backupFileName,
  createBackupMetadata,
  isRestoreUnderWay,
  type RestoreStatus,
} from '../../kit/backup/backup-store.ts';
import { DATABASE, type Manifest } from '../../kit/backup/manifest.ts';
import type { Clock } from '../../kit/clock.ts';
import { backupFolderPath } from '../../kit/data/copies.ts';
import { errorMessageOf } from '../../kit/error-message.ts';
import type { Log } from '../../kit/log.ts';
import { commitRestore } from '../../kit/restore/commit-restore.ts';
import { isSwapInterrupted, revertSwap, stageOf } from '../../kit/restore/plan.ts';
import { readCurrentDatabase } from '../../kit/restore/read-current-database.ts';
import { createPreviousFolder, previousFolderName } from '../../kit/restore/swap.ts';
import type { TableRules } from '../../kit/restore/table-rules.ts';
import { formatUnreadableWarning } from '../../kit/restore/unreadable-tables.ts';
import { carryOverAccount, findActiveAdmin } from '../identity/index.ts';
import { readBackupEncryption } from './backup-encryption.ts';

/** A staged backup and the handling of the data that it replaces. */
export interface DataReplacement {
  data: string;
  /** The restored backup in the backup store. */
  source: Pick<BackupMetadata, 'backupid' | 'filename'>;
  about: Manifest;
  /**
   * The name and ID of the admin who requested the restore and whose account stays. The ID is null when there
   * are no users yet.
   */
  by: string;
  userid: number | null;
  /**
   * True to continue when the current data cannot be read. Accounts and credentials that they revoked may
   * become valid again.
   */
  isForced: boolean;
  features: readonly TableRules[];
  clock: Clock;
}

/**
 * Saves the state of a restore in the metadata of the backup; null clears it. Does nothing when the backup
 * was deleted.
 */
export function recordRestoreState(
  shelf: BackupStore,
  backupid: number,
  restoring: RestoreStatus | null,
): void {
  const note = shelf.find(backupid);
  if (note) shelf.write({ ...note, restoring });
}

/**
 * Replaces the data, which must be closed, with the staged backup. On failure the data stay unchanged, and
 * the metadata of the backup records the reason. Throws only when the swap was interrupted: the next process
 * that owns the data completes it.
 */
export function replaceAndRecord(what: DataReplacement, log: Log): void {
  const { data, source } = what;
  const shelf = new BackupStore(backupFolderPath(data));
  try {
    replaceOnTrial(what, shelf);
    log.warn('restored backup', { filename: source.filename, by: what.by });
  } catch (cause) {
    // The next process that owns the data directory finishes an interrupted swap.
    if (isSwapInterrupted(data)) throw cause;
    rmSync(stageOf(data), { recursive: true, force: true });
    log.error('restore failed', { filename: source.filename, cause });
    recordRestoreState(shelf, source.backupid, { state: 'failed', reason: errorMessageOf(cause) });
  }
  log.flush();
}

function replaceOnTrial(what: DataReplacement, shelf: BackupStore): void {
  const { data, source, about, by, isForced, features, clock } = what;
  const { filename } = source;
  const scratch = join(stageOf(data), 'before');
  const account = accountOf(what, scratch);
  const note = putAsideNote(shelf, { data, at: clock.now(), scratch });
  shelf.write(note);
  try {
    const before = shelf.folderOf(note);
    const keep = account && ((tx: Parameters<typeof carryOverAccount>[0]) => carryOverAccount(tx, account));
    const needsAll = !isForced;
    commitRestore({ data, filename, about, by, features, clock, keep, needsAll, before, isOnTrial: true });
  } catch (cause) {
    if (!isSwapInterrupted(data)) shelf.remove(note);
    throw cause;
  }
}

/** Error of a restore whose requester lost admin rights while the appliance shut down. */
export const PERMISSION_LOST =
  'The user who requested the restore is no longer an active admin. Nothing was changed.';

/**
 * Returns the account of the requester. Reads it separately, so that the requester can sign in when only
 * other tables are damaged. Returns undefined without a requester, or when the account is unreadable and
 * `isForced` is set. Throws an Error when it is unreadable otherwise, or when the requester is no longer an
 * active admin.
 */
function accountOf(what: DataReplacement, scratch: string) {
  const { userid } = what;
  if (userid === null) return undefined;
  const read = readAccount(what, userid, scratch);
  if (read === 'unread') return undefined;
  if (!read) throw new Error(PERMISSION_LOST);
  return read;
}

function readAccount({ data, isForced }: DataReplacement, userid: number, scratch: string) {
  try {
    return readCurrentDatabase(data, scratch, (sqlite) => findActiveAdmin(sqlite, userid));
  } catch (cause) {
    // Admins restore because data are damaged. Without a readable account, the restored data keep only their
    // own accounts.
    if (isForced) return 'unread';
    throw new Error(formatUnreadableWarning('all'), { cause });
  }
}

/**
 * Creates the folder for the replaced data, usually among the backups, and returns their metadata. They are
 * packed into a backup once the restored data are served.
 */
function putAsideNote(
  shelf: BackupStore,
  { data, at: now, scratch }: { data: string; at: Date; scratch: string },
): BackupMetadata {
  const at = shelf.findFreeTime(now);
  const seal = readBackupEncryption(data, scratch);
  const sealed = seal === undefined || seal.passphrase !== '';
  const folder = createPreviousFolder(data, join(shelf.folder, previousFolderName(at)));
  return createBackupMetadata({
    backupid: at.getTime(),
    filename: backupFileName(at, sealed),
    createddate: at.toISOString(),
    kind: 'restore',
    state: 'running',
    sealed,
    passphraseid: seal?.passphraseid ?? null,
    folder: relative(shelf.folder, folder),
  });
}

/**
 * Restores the previous data when the restored data could not be served. Records the reason in the metadata
 * of the backup.
 */
export function rollBackRestore(data: string, cause: unknown): void {
  const shelf = new BackupStore(backupFolderPath(data));
  revertSwap(data);
  const reason = `The appliance could not start with the restored data, so the previous data are back in use: ${errorMessageOf(cause)}`;
  for (const { backupid, restoring } of shelf.list())
    if (restoring?.state === 'replacing') recordRestoreState(shelf, backupid, { state: 'failed', reason });
  recordEndedRestores(shelf);
}

/** Error of a restore that ended with the process. */
export const RESTORE_INTERRUPTED = 'The appliance stopped before the restore finished. Nothing was changed.';

/**
 * Records the result of restores that an earlier process started. Deletes the folders of replaced data that
 * contain no database. Returns the others, which must be packed into backup files now.
 */
export function recordEndedRestores(shelf: BackupStore): BackupMetadata[] {
  const aside = shelf.list().filter(({ state, folder }) => state === 'running' && folder !== null);
  const isWhole = (note: BackupMetadata) => existsSync(join(shelf.folderOf(note)!, DATABASE));
  for (const note of aside.filter((one) => !isWhole(one))) shelf.remove(note);
  const restored = aside.filter(isWhole);
  for (const { backupid, restoring } of shelf.list())
    if (isRestoreUnderWay(restoring))
      recordRestoreState(
        shelf,
        backupid,
        restored.length > 0 ? null : { state: 'failed', reason: RESTORE_INTERRUPTED },
      );
  return restored;
}
