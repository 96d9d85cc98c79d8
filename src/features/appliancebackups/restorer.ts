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

/** What is found out within so long is the answer; who asked follows the rest. */
const ANSWER_MS = 20_000;
const UNDER_WAY = 'A backup is being restored: wait until that is done.';

/** What an admin says to have a backup restored. */
export interface RestoreInput {
  /** The name of its file, typed. */
  confirm: string;
  /** Else that of the settings is tried. */
  passphrase?: string;
  /** Goes on where the data of now cannot be read that say what was ended since. */
  evenso?: boolean;
}

/** A backup among the others. */
type OnShelf = Pick<BackupMetadata, 'backupid' | 'filename'>;

/** A file that is to be restored. */
export interface RestoreCandidate {
  file: string;
  /** The data directory that completes a backup of kind `upgrade`; without it such a backup is refused. */
  current?: string;
  passphrases: readonly string[];
  /** Whether it goes on where the data of now cannot be read that say what was ended since. */
  isForced: boolean;
  /** The field that the file was sent as: what is wrong with the file is refused beside it. */
  field?: string;
  /** Is told how it goes; null: as if it had not been asked for. */
  onProgress(restoring: RestoreStatus | null): void;
  /** It can be restored. Answers the backup on the shelf that it is from now on; refuses by throwing. */
  onStaged(about: Manifest): Promise<OnShelf>;
}

export const begunRestore = z.object({ rehearsing: z.literal(true) }).meta({ id: 'BegunRestore' });
export type BegunRestore = z.output<typeof begunRestore>;

/** Restores backups, one at a time: rehearses each, and then asks the appliance to come back with it. */
export class Restorer {
  private readonly maker: BackupMaker;

  constructor(private readonly host: Host) {
    this.maker = host.getInstance(BackupMaker);
  }

  /**
   * Restores what lies on the shelf. 400 for `confirm` and `passphrase`, 409 for what cannot be restored. `recheckAccess` is
   * asked before anything is replaced, and throws where the caller may do that no more.
   */
  restore(
    context: WriteContext,
    backupid: number,
    { confirm, passphrase, evenso = false }: RestoreInput,
    stillMay: () => Promise<void>,
  ): Promise<BegunRestore> {
    const { path, ...note } = this.host.getInstance(Backups).getWithFile(backupid);
    const { filename, restoring } = note;
    if (confirm !== filename)
      throw invalid('confirm', `Type the name of the file, ${filename}: this one is restored then.`);
    const own = this.host.settings.text(PASSPHRASE);
    return this.begin(context, {
      file: path,
      current: this.host.config.data,
      passphrases: passphrase === undefined ? [own] : [passphrase, own],
      isForced: evenso,
      // Refused at once, it is as it was before.
      onProgress: (now) => recordRestoreState(this.maker.shelf, backupid, now ?? restoring),
      onStaged: async () => {
        await stillMay();
        return { backupid, filename };
      },
    });
  }

  /** Answers once it is rehearsed, or takes long. What is wrong with it by then is thrown, and nothing has changed. */
  begin(context: WriteContext, candidate: RestoreCandidate): Promise<BegunRestore> {
    const begun = Promise.withResolvers<BegunRestore>();
    const answer = () => begun.resolve({ rehearsing: true });
    const late = { isTold: false };
    const clock = setTimeout(() => {
      late.isTold = true;
      answer();
    }, ANSWER_MS);
    const over = this.maker.runExclusive(UNDER_WAY, async () => {
      try {
        candidate.onProgress({ state: 'rehearsing', reason: null });
        const replace = await this.rehearse(context, candidate);
        answer();
        // Until the end of this run nothing else is made or restored.
        await replace();
      } catch (cause) {
        const refusal = this.refusalOf(cause, candidate.field);
        if (late.isTold) this.host.log.warn('a backup was not restored', { cause: refusal });
        candidate.onProgress(late.isTold ? { state: 'failed', reason: refusal.message } : null);
        begun.reject(refusal);
      } finally {
        clearTimeout(clock);
      }
    });
    over.catch(begun.reject);
    return begun.promise;
  }

  /** Answers what puts it into the place of the data. Nothing is left of what was rehearsed in vain. */
  private async rehearse(context: WriteContext, candidate: RestoreCandidate): Promise<() => Promise<never>> {
    const { clock, config, db, relay } = this.host;
    const { file, current, passphrases, isForced } = candidate;
    if (!isForced) await this.refuseUnread(context);
    const folder = stageOf(config.data);
    const own = ownVersionOf(this.host.contributions);
    const about = await runStageRestoreJob(
      { file, current, passphrases, folder, own, at: clock.now() },
      this.maker.signal,
    );
    try {
      const source = await candidate.onStaged(about);
      candidate.onProgress({ state: 'replacing', reason: null });
      auditBackup(this.host, context, 'backups.restore.begun', source);
      await db.whenDurable;
      const { userid, name: by } = context.actor;
      const { features } = relay;
      const what = { data: config.data, source, about, by, userid, isEvenSo: isForced, features, clock };
      return () => {
        relay.comeBack(() => replaceAndRecord(what, this.host.log));
        return new Promise<never>(() => undefined);
      };
    } catch (cause) {
      rmSync(folder, { recursive: true, force: true });
      throw cause;
    }
  }

  /** 409 where it cannot be read what was ended: whoever restores says that he goes on all the same. */
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
    this.host.log.error('a restore could not be rehearsed', { cause });
    return new AppError('CONFLICT', `The restore could not be rehearsed: ${message}`);
  }
}
