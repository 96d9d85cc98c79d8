import { existsSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  type BackupMetadata,
  BackupStore,
  backupFileName,
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

/** A backup that was rehearsed, and what becomes of the data of before. */
export interface DataReplacement {
  data: string;
  /** What is restored, as it lies on the shelf. */
  source: Pick<BackupMetadata, 'backupid' | 'filename'>;
  about: Manifest;
  /** Who asked for it, and the account that stays; null where nobody has one. */
  by: string;
  userid: number | null;
  /** Whether it goes on where the data of before cannot be read: what they ended may be valid again. */
  isEvenSo: boolean;
  features: readonly TableRules[];
  clock: Clock;
}

/** Says in the note of a backup how its restore goes. One that was deleted is told nothing. */
export function recordRestoreState(
  shelf: BackupStore,
  backupid: number,
  restoring: RestoreStatus | null,
): void {
  const note = shelf.find(backupid);
  if (note) shelf.write({ ...note, restoring });
}

/**
 * Puts what was rehearsed into the place of the data, which nobody has open. What keeps it from that is said in the note
 * of the backup, and the data are as they were.
 */
export function replaceAndRecord(what: DataReplacement, log: Log): void {
  const { data, source } = what;
  const shelf = new BackupStore(backupFolderPath(data));
  try {
    replaceOnTrial(what, shelf);
    log.warn('a backup was restored', { filename: source.filename, by: what.by });
  } catch (cause) {
    // Whoever owns the data next ends what has begun.
    if (isSwapInterrupted(data)) throw cause;
    rmSync(stageOf(data), { recursive: true, force: true });
    log.error('a backup could not be restored', { filename: source.filename, cause });
    recordRestoreState(shelf, source.backupid, { state: 'failed', reason: errorMessageOf(cause) });
  }
  log.flush();
}

function replaceOnTrial(what: DataReplacement, shelf: BackupStore): void {
  const { data, source, about, by, isEvenSo, features, clock } = what;
  const { filename } = source;
  const scratch = join(stageOf(data), 'before');
  const account = accountOf(what, scratch);
  const note = putAsideNote(shelf, { data, at: clock.now(), scratch });
  shelf.write(note);
  try {
    const before = shelf.folderOf(note);
    const keep = account && ((tx: Parameters<typeof carryOverAccount>[0]) => carryOverAccount(tx, account));
    const needsAll = !isEvenSo;
    commitRestore({ data, filename, about, by, features, clock, keep, needsAll, before, isOnTrial: true });
  } catch (cause) {
    if (!isSwapInterrupted(data)) shelf.remove(note);
    throw cause;
  }
}

/** What ends a restore whose asker lost his rights while the appliance went down. */
export const PERMISSION_LOST = 'Whoever asked for it may no longer: nothing was changed.';

/** Of whoever asked, read apart from all else: where only other tables are damaged, he gets in. */
function accountOf(what: DataReplacement, scratch: string) {
  const { userid } = what;
  if (userid === null) return undefined;
  const read = readAccount(what, userid, scratch);
  if (read === 'unread') return undefined;
  if (!read) throw new Error(PERMISSION_LOST);
  return read;
}

function readAccount({ data, isEvenSo }: DataReplacement, userid: number, scratch: string) {
  try {
    return readCurrentDatabase(data, scratch, (sqlite) => findActiveAdmin(sqlite, userid));
  } catch (cause) {
    // Damaged data are why people restore: nobody is kept where it cannot be read what he may.
    if (isEvenSo) return 'unread';
    throw new Error(formatUnreadableWarning('all'), { cause });
  }
}

/** The data of before as they lie among the backups from now on: packed once what is restored is served. */
function putAsideNote(
  shelf: BackupStore,
  { data, at: now, scratch }: { data: string; at: Date; scratch: string },
): BackupMetadata {
  const at = shelf.findFreeTime(now);
  const seal = readBackupEncryption(data, scratch);
  const sealed = seal === undefined || seal.passphrase !== '';
  const folder = createPreviousFolder(data, join(shelf.folder, previousFolderName(at)));
  return {
    backupid: at.getTime(),
    filename: backupFileName(at, sealed),
    bytes: null,
    createddate: at.toISOString(),
    kind: 'restore',
    state: 'running',
    sealed,
    passphraseid: seal?.passphraseid ?? null,
    sha256: null,
    verified: null,
    verifieddate: null,
    error: null,
    restoring: null,
    folder: relative(shelf.folder, folder),
  };
}

/** Puts the data of before back into the place of those that could not be served, and says so where these came from. */
export function rollBackRestore(data: string, cause: unknown): void {
  const shelf = new BackupStore(backupFolderPath(data));
  revertSwap(data);
  const reason = `It was restored and could not be served, so the data of before were put back: ${errorMessageOf(cause)}`;
  for (const { backupid, restoring } of shelf.list())
    if (restoring?.state === 'replacing') recordRestoreState(shelf, backupid, { state: 'failed', reason });
  recordEndedRestores(shelf);
}

/** What is said of one that ended with the process. */
export const RESTORE_INTERRUPTED = 'The appliance ended before it was restored: nothing was changed.';

/** Says of restores that an earlier process was at what became of them; answers what is to be packed now. */
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
