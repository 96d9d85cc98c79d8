import { rmSync } from 'node:fs';
import { z } from 'zod';
import { BackupError, WrongPassphraseError } from '../../kit/backup/backup-error.ts';
import type { BackupMetadata, RestoreStatus } from '../../kit/backup/backup-store.ts';
import type { Manifest } from '../../kit/backup/manifest.ts';
import { ownVersionOf } from '../../kit/backup/own-version.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { AppError, conflict, invalid } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { stageOf } from '../../kit/restore/plan.ts';
import { runStageRestoreJob } from '../../kit/restore/stage-restore-job.ts';
import { revocationRulesOf } from '../../kit/restore/table-rules.ts';
import { formatUnreadableWarning, listUnreadableTables } from '../../kit/restore/unreadable-tables.ts';
import { TimeSlice } from '../../kit/time-slice.ts';
import { auditBackup } from './audit-backup.ts';
import { Backups } from './backups.ts';
import { recordRestoreState, replaceAndRecord } from './data-replacement.ts';
import { BackupMaker } from './maker.ts';
import { PASSPHRASE } from './settings.ts';

/**
 * Milliseconds that the caller waits for staging. An error within this time is the response; a later one is
 * recorded in the state of the restore.
 */
const ANSWER_MS = 20_000;
const RESTORE_IN_PROGRESS = 'A backup is being restored. Wait until the restore finishes.';

/** Input of an admin who restores a backup. */
export interface RestoreInput {
  /** The file name of the backup, typed as confirmation. */
  confirm: string;
  /**
   * The passphrase to try first. The passphrase of the settings is tried too, and alone if this one is
   * missing.
   */
  passphrase?: string;
  /** True to continue when the revocations in the current data cannot be read. */
  evenso?: boolean;
}

/** A backup in the backup store. */
type OnShelf = Pick<BackupMetadata, 'backupid' | 'filename'>;

/** A file to restore. */
export interface RestoreCandidate {
  file: string;
  /** The data directory that completes a backup of kind `upgrade`. Without it such a backup is rejected. */
  current?: string;
  passphrases: readonly string[];
  /** True to continue when the revocations in the current data cannot be read. */
  isForced: boolean;
  /** The form field of the file, if it was uploaded. Errors of the file are reported for this field. */
  field?: string;
  /** Receives each state of the restore. Null restores the state from before the request. */
  onProgress(restoring: RestoreStatus | null): void;
  /** Runs when the backup is staged. Returns its entry in the backup store. Throws to cancel the restore. */
  onStaged(manifest: Manifest): Promise<OnShelf>;
}

export const begunRestore = z.object({ rehearsing: z.literal(true) }).meta({ id: 'BegunRestore' });
export type BegunRestore = z.output<typeof begunRestore>;

/**
 * Restores backups, one at a time. Stages each backup and then requests a restart of the appliance with it.
 */
export class Restorer {
  private readonly maker: BackupMaker;

  constructor(private readonly host: Host) {
    this.maker = host.getInstance(BackupMaker);
  }

  /**
   * Restores a backup of the store, as `begin` does. Throws 400 when `confirm` is not the file name or no
   * passphrase decrypts the backup. Throws 404 when there is no such backup, 409 when it cannot be restored.
   * Calls `recheckAccess` before the data are replaced; it throws when the caller has lost the permission.
   * `evenso` restores although revocations in the current data cannot be read.
   */
  restore(
    context: WriteContext,
    backupid: number,
    { confirm, passphrase, evenso = false }: RestoreInput,
    recheckAccess: () => Promise<void>,
  ): Promise<BegunRestore> {
    const { path, ...note } = this.host.getInstance(Backups).getWithFile(backupid);
    const { filename, restoring } = note;
    if (confirm !== filename)
      throw invalid('confirm', `Type the file name ${filename} to confirm the restore.`);
    const own = this.host.settings.text(PASSPHRASE);
    return this.begin(context, {
      file: path,
      current: this.host.config.data,
      passphrases: passphrase === undefined ? [own] : [passphrase, own],
      isForced: evenso,
      // A request that is rejected at once leaves the previous state.
      onProgress: (now) => recordRestoreState(this.maker.shelf, backupid, now ?? restoring),
      onStaged: async () => {
        await recheckAccess();
        return { backupid, filename };
      },
    });
  }

  /**
   * Stages a backup, then restarts the appliance with it. Resolves once it is staged, or after 20 seconds.
   * Throws errors that occur before that; then nothing has changed. Throws 409 while a backup is made or
   * restored.
   */
  begin(context: WriteContext, candidate: RestoreCandidate): Promise<BegunRestore> {
    const begun = Promise.withResolvers<BegunRestore>();
    const answer = () => begun.resolve({ rehearsing: true });
    const late = { isAnswered: false };
    const clock = setTimeout(() => {
      late.isAnswered = true;
      answer();
    }, ANSWER_MS);
    const finished = this.maker.runExclusive(RESTORE_IN_PROGRESS, async () => {
      try {
        candidate.onProgress({ state: 'rehearsing', reason: null });
        const replace = await this.stage(context, candidate);
        answer();
        // `replace` does not return before this run ends, so that no other backup or restore starts.
        await replace();
      } catch (cause) {
        const refusal = this.refusalOf(cause, candidate.field);
        if (late.isAnswered) this.host.log.warn('restore canceled', { cause: refusal });
        candidate.onProgress(late.isAnswered ? { state: 'failed', reason: refusal.message } : null);
        begun.reject(refusal);
      } finally {
        clearTimeout(clock);
      }
    });
    finished.catch(begun.reject);
    return begun.promise;
  }

  /**
   * Stages a backup and returns the function that replaces the data with it. Deletes the staging folder on
   * failure.
   */
  private async stage(context: WriteContext, candidate: RestoreCandidate): Promise<() => Promise<never>> {
    const { clock, config, db, relay } = this.host;
    const { file, current, passphrases, isForced } = candidate;
    if (!isForced) await this.refuseUnread(context);
    const folder = stageOf(config.data);
    const own = ownVersionOf(this.host.contributions);
    const manifest = await runStageRestoreJob(
      { file, current, passphrases, folder, own, at: clock.now() },
      this.maker.signal,
    );
    try {
      const source = await candidate.onStaged(manifest);
      candidate.onProgress({ state: 'replacing', reason: null });
      auditBackup(this.host, context, 'backups.restore.begun', source);
      await db.whenDurable;
      const { userid, name: by } = context.actor;
      const { features } = relay;
      const what = { data: config.data, source, about: manifest, by, userid, isForced, features, clock };
      return () => {
        relay.comeBack(() => replaceAndRecord(what, this.host.log));
        return new Promise<never>(() => undefined);
      };
    } catch (cause) {
      rmSync(folder, { recursive: true, force: true });
      throw cause;
    }
  }

  /**
   * Throws 409 when the revocations in the current data cannot be read. The admin must then confirm with
   * `evenso`.
   */
  private async refuseUnread({ account }: WriteContext): Promise<void> {
    const { reader, close } = this.host.db.snapshot();
    try {
      const ends = revocationRulesOf(this.host.relay.features);
      const unread = await listUnreadableTables(reader, ends, new TimeSlice(account));
      if (unread.length > 0) throw new AppError('CONFLICT', formatUnreadableWarning(unread), { unread });
    } finally {
      close();
    }
  }

  private refusalOf(cause: unknown, field: string | undefined): AppError {
    if (cause instanceof AppError) return cause;
    if (cause instanceof WrongPassphraseError) return invalid('passphrase', cause.message);
    const { message } = cause instanceof Error ? cause : new Error(String(cause));
    if (cause instanceof BackupError && cause.kind === 'file' && field !== undefined)
      return conflict(field, message);
    if (cause instanceof BackupError) return new AppError('CONFLICT', message);
    this.host.log.error('staging a restore failed', { cause });
    return new AppError('CONFLICT', `The backup could not be prepared for the restore: ${message}`);
  }
}
