import { type BackupMetadata, type BackupStore, isRestoreUnderWay } from '../../kit/backup/backup-store.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { errorMessageOf } from '../../kit/error-message.ts';
import { AppError, invalid, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { BackupMaker } from './maker.ts';
import { PASSPHRASE, PASSPHRASE_ID } from './settings.ts';
import { Copies } from './targets/copies.ts';
import { hasCopyError } from './targets/copy-errors.ts';

/** Result of verifying a backup. */
export interface Verification {
  /** Null when the backup was not verified, because it needs another passphrase than the current one. */
  verified: boolean | null;
  problems: string[];
}

/** Size in bytes above which verification takes longer than a caller waits. */
const LARGE = 1024 ** 3;

/** The backups of the appliance itself, which are the files in `backups/`. */
export class Backups {
  private readonly maker: BackupMaker;
  private readonly shelf: BackupStore;
  /** IDs of the backups that are verified in the background. */
  private readonly verifying = new Set<number>();

  constructor(private readonly host: Host) {
    this.maker = host.getInstance(BackupMaker);
    this.shelf = this.maker.shelf;
  }

  /** Starts a manual backup, as `BackupMaker.make` does, and copies it to the targets afterwards. */
  async make(context: WriteContext): Promise<BackupMetadata> {
    const note = await this.maker.make(context, 'manual');
    void this.maker.whenIdle().then(() => this.host.getInstance(Copies).start());
    return note;
  }

  /** Lists the backups, the newest first. */
  list(): BackupMetadata[] {
    return this.shelf.list();
  }

  /** Returns a backup. Throws 404 when there is none. */
  get(backupid: number): BackupMetadata {
    const note = this.shelf.find(backupid);
    if (!note) throw notFound('Backup');
    return note;
  }

  /**
   * Returns a backup that is complete or has failed. Throws 404 when there is none, 409 while it is being
   * made.
   */
  getFinished(backupid: number): BackupMetadata {
    const note = this.get(backupid);
    if (note.state === 'running') throw new AppError('CONFLICT', 'This backup is still being created.');
    return note;
  }

  /**
   * Returns a backup that has a file. Throws 404 when there is none. Throws 409 while it is being made, when
   * it failed without a file, and when its data are an unpacked folder.
   */
  getWithFile(backupid: number): BackupMetadata & { path: string } {
    const note = this.getFinished(backupid);
    if (note.state === 'failed')
      throw new AppError('CONFLICT', `This backup failed and has no file. ${note.error ?? ''}`.trim());
    const folder = this.shelf.folderOf(note);
    if (folder !== undefined)
      throw new AppError('CONFLICT', `These data were not packed. They are in the folder ${folder}.`);
    return { ...note, path: this.shelf.path(note) };
  }

  /** Deletes a backup. Throws 404 when there is none, 409 while it is being made or restored. */
  remove(context: WriteContext, backupid: number): void {
    const note = this.getFinished(backupid);
    if (isRestoreUnderWay(note.restoring))
      throw new AppError('CONFLICT', 'This backup is being restored. Wait until the restore finishes.');
    this.maker.remove(context, note);
  }

  /**
   * Reports whether a backup is so large that it is verified in the background. Throws as `getWithFile` does.
   */
  isLarge(backupid: number): boolean {
    return (this.getWithFile(backupid).bytes ?? 0) > LARGE;
  }

  isBeingVerified(backupid: number): boolean {
    return this.verifying.has(backupid);
  }

  /**
   * Verifies a backup in the background and saves the result in its metadata. Throws 409 while it is already
   * being verified.
   */
  startVerifying(backupid: number, passphrase?: string): void {
    if (this.isBeingVerified(backupid)) throw new AppError('CONFLICT', 'This backup is being verified.');
    this.verifying.add(backupid);
    this.verify(backupid, passphrase)
      .catch((cause) => {
        if (this.maker.signal.aborted) return;
        const note = this.shelf.find(backupid);
        const error = `Verification failed: ${errorMessageOf(cause)}`;
        if (note) this.shelf.write({ ...note, error, copyerrors: [] });
        this.host.log.warn('backup verification failed', { backupid, cause });
      })
      .finally(() => this.verifying.delete(backupid));
  }

  /**
   * Verifies a backup completely: hashes, pages, references and the audit log. Throws 400 for `passphrase`
   * when the one that was sent does not decrypt the backup. A backup that needs an earlier passphrase is
   * neither verified nor faulty. Otherwise throws as `getWithFile` does.
   */
  async verify(backupid: number, passphrase?: string): Promise<Verification> {
    const { path, ...note } = this.getWithFile(backupid);
    const at = this.host.clock.now();
    const tried = passphrase ?? this.host.settings.text(PASSPHRASE);
    const folder = this.maker.workplace(`looking-${crypto.randomUUID()}`);
    const looking = { file: path, folder, passphrase: tried, at, sha256: note.sha256 };
    const found = await this.maker.inspectInTurn(looking).catch((cause) => {
      // The backup may have been deleted during the verification; then the caller gets 404.
      this.get(backupid);
      throw cause;
    });
    const now = this.get(backupid);
    if (!found.isOpen && passphrase !== undefined) throw invalid('passphrase', found.problems[0]!);
    if (!found.isOpen && !this.isOfToday(note)) return { verified: null, problems: [] };
    const verified = found.problems.length === 0;
    const verifieddate = at.toISOString();
    // A good backup may still have the error of a failed copy.
    const errors = verified && hasCopyError(now) ? {} : { error: found.problems[0] ?? null, copyerrors: [] };
    this.shelf.write({ ...now, verified, verifieddate, ...errors });
    return { verified, problems: found.problems };
  }

  /** Reports whether the backup is encrypted with the current passphrase of the settings. */
  private isOfToday({ passphraseid }: BackupMetadata): boolean {
    const today = this.host.settings.text(PASSPHRASE_ID);
    return passphraseid !== null && passphraseid === today;
  }
}
