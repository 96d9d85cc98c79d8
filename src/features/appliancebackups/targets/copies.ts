import { join } from 'node:path';
import { isOwnBackup, type OwnBackup, TARGET_STATES } from '../../../kit/backup/backup-store.ts';
import { runTargetJob } from '../../../kit/backup/targets/copy-job.ts';
import { parseTarget, readTargetLines } from '../../../kit/backup/targets/target.ts';
import type { TargetAccess } from '../../../kit/backup/targets/target-client.ts';
import { readTargetSecrets, type TargetSecret } from '../../../kit/backup/targets/target-secret.ts';
import { errorMessageOf } from '../../../kit/error-message.ts';
import type { Host } from '../../../kit/host.ts';
import { readPausedSince } from '../../../kit/outbox/pause-deliveries.ts';
import { SerialQueue } from '../../../kit/serial-queue.ts';
import { BackupMaker } from '../maker.ts';
import { readRetentionPolicy } from '../retention-policy.ts';
import { type CopyError, formatCopyErrors, hasCopyError } from './copy-errors.ts';
import { copyOf, findExpiredCopies, findPartialCopies } from './deletions.ts';
import { recordCopy, recordFailures } from './record-copies.ts';
import { BACKUP_TARGETS, TARGET_SECRETS } from './settings.ts';
import { type TargetState, TargetStates } from './target-states.ts';

/** A copy that is being made. */
export interface CopyProgress {
  filename: string;
  bytes: number;
  sent: number;
}

/** Copies the backups of this appliance to its targets, one at a time. */
export class Copies {
  readonly states: TargetStates;
  private readonly maker: BackupMaker;
  private readonly progress = new Map<string, CopyProgress>();
  private readonly queue = new SerialQueue();

  constructor(private readonly host: Host) {
    this.maker = host.getInstance(BackupMaker);
    this.states = new TargetStates(join(this.maker.shelf.folder, TARGET_STATES));
  }

  /** The lines of the targets in the settings, including those that this server cannot use. */
  get lines(): string[] {
    return readTargetLines(this.host.settings.text(BACKUP_TARGETS));
  }

  /** Returns the stored secret of a target; undefined when there is none. */
  secretOf(line: string): TargetSecret | undefined {
    const secrets = readTargetSecrets(this.host.settings.text(TARGET_SECRETS)) ?? {};
    return Object.hasOwn(secrets, line) ? secrets[line] : undefined;
  }

  /** Returns the progress of the copy to a target; undefined while none is made. */
  progressOf(line: string): CopyProgress | undefined {
    return this.progress.get(line);
  }

  /** Returns the connection data of a target, with this secret or the stored one. */
  accessOf(line: string, secret = this.secretOf(line)): Omit<TargetAccess, 'isMarked'> {
    const { settings, config } = this.host;
    return { line, secret, ca: settings.text('outbound_ca'), data: config.data };
  }

  /**
   * Copies the newest good backup to each target that lacks it, only an encrypted one to another server. Does
   * nothing while deliveries are paused after a restore. Throws an Error that names the failed targets. Alert
   * recipients are notified once per failing target.
   */
  async copyNewest(): Promise<void> {
    const failures = await this.copyWhenFree();
    if (failures.length > 0) throw new Error(formatCopyErrors(failures));
  }

  /**
   * Copies the newest backup as `copyNewest` does, but in the background. The list of the targets shows the
   * result.
   */
  start(): void {
    this.copyWhenFree().catch((cause) => this.host.log.error('copying backups failed', { cause }));
  }

  /** Resolves once no copy is being made. */
  async whenIdle(): Promise<void> {
    await this.queue.whenIdle();
  }

  private copyWhenFree(): Promise<CopyError[]> {
    return this.queue.run(() => this.copyNow());
  }

  private async copyNow(): Promise<CopyError[]> {
    const failures: CopyError[] = [];
    // Copies that waited while the appliance stopped must not read the closed database.
    if (this.maker.signal.aborted || this.host.db.read(readPausedSince) !== null) return failures;
    const errors = new Map<number, CopyError[]>();
    for (const line of this.lines) {
      const reason = await this.copyIfLacking(line, errors).catch(errorMessageOf);
      if (reason !== undefined && this.isTarget(line)) failures.push({ target: line, reason });
    }
    // A copy that the stop of the appliance interrupted is repeated after the next start.
    if (!this.maker.signal.aborted) recordFailures(this.host, failures);
    return failures;
  }

  /**
   * Copies the newest good backup to a target that lacks it. Returns the reason on failure. `errors` collects
   * the failures of all targets by backup.
   */
  private async copyIfLacking(line: string, errors: Map<number, CopyError[]>): Promise<string | undefined> {
    if (!this.isTarget(line)) return undefined;
    const backup = this.newestFor(line);
    const { copies } = this.states.get(line);
    if (!backup || copies.some(({ filename }) => filename === backup.filename)) return undefined;
    const reason = await this.copyTo(line, backup);
    const failed = errors.get(backup.backupid) ?? [];
    if (reason !== undefined) failed.push({ target: line, reason });
    errors.set(backup.backupid, failed);
    if (!this.maker.signal.aborted) this.saveErrors(backup, failed);
    return reason;
  }

  /**
   * Returns the newest complete backup without faults that may be copied to a target; undefined without one.
   * Only encrypted backups leave this server.
   */
  private newestFor(line: string): OwnBackup | undefined {
    const isFolder = parseTarget(line).kind === 'folder';
    return this.maker.shelf
      .list()
      .filter(isOwnBackup)
      .find(({ state, verified, sealed }) => state === 'done' && verified !== false && (isFolder || sealed));
  }

  /** Copies a backup to a target. Returns the reason on failure. */
  private async copyTo(line: string, backup: OwnBackup): Promise<string | undefined> {
    const { host, maker } = this;
    try {
      const outdatedCopies = await this.copyAndClean(line, backup);
      this.recordSuccess(line, backup, outdatedCopies);
      recordCopy(host, 'backups.copy.made', backup, { target: line });
      return undefined;
    } catch (cause) {
      if (maker.signal.aborted) return undefined;
      const reason = errorMessageOf(cause);
      this.write(line, { ...this.states.get(line), error: reason });
      recordCopy(host, 'backups.copy.failed', backup, { target: line, reason });
      host.log.warn('copying a backup failed', { filename: backup.filename, target: line, cause });
      return reason;
    } finally {
      this.progress.delete(line);
    }
  }

  /** Copies a backup and deletes outdated copies. Returns the names of the deleted copies. */
  private async copyAndClean(line: string, backup: OwnBackup): Promise<ReadonlySet<string>> {
    const { host, maker } = this;
    const { copies } = this.states.get(line);
    const names = [
      ...findExpiredCopies([copyOf(backup), ...copies], readRetentionPolicy(host.settings), host.clock.now()),
      ...findPartialCopies(maker.shelf, line, { copies, next: backup }),
    ];
    const watched = this.watch(line, backup);
    const { undeleted, reason } = await runTargetJob(
      {
        copying: {
          ...this.accessOf(line),
          isMarked: copies.length > 0,
          file: maker.shelf.path(backup),
          name: backup.filename,
          outdated: names,
        },
      },
      'copied',
      ({ sent }) => {
        watched.sent = sent;
      },
      maker.signal,
    );
    if (undeleted.length > 0)
      host.log.warn('deleting expired copies failed', { target: line, undeleted, reason });
    return new Set(names.filter((name) => !undeleted.includes(name)));
  }

  private watch(line: string, { filename, bytes }: OwnBackup): CopyProgress {
    const watched = { filename, bytes: bytes ?? 0, sent: 0 };
    this.progress.set(line, watched);
    return watched;
  }

  private recordSuccess(line: string, backup: OwnBackup, deleted: ReadonlySet<string>): void {
    const copies = [copyOf(backup), ...this.states.get(line).copies];
    this.write(line, {
      copies: copies.filter(({ filename }) => !deleted.has(filename)),
      lastsuccess: this.host.clock.now().toISOString(),
      error: null,
    });
  }

  /** Saves the state of a target unless the target was removed during the copy. */
  private write(line: string, state: TargetState): void {
    if (this.isTarget(line)) this.states.write(line, state);
  }

  /**
   * Reports whether a target still exists. It may be removed while a backup is copied to it or to another
   * target.
   */
  private isTarget(line: string): boolean {
    return this.lines.includes(line);
  }

  /** Saves the failed targets in the metadata of a backup, unless the backup was deleted during the copy. */
  private saveErrors({ backupid }: OwnBackup, copyerrors: CopyError[]): void {
    const { shelf } = this.maker;
    const current = shelf.find(backupid);
    if (!current || (copyerrors.length === 0 && !hasCopyError(current))) return;
    shelf.write({ ...current, copyerrors, error: formatCopyErrors(copyerrors) || null });
  }
}
