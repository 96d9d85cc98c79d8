import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BackupMetadata,
  BackupStore,
  backupFileName,
  createBackupMetadata,
  isOwnBackup,
  type OwnBackup,
} from '../../kit/backup/backup-store.ts';
import { type FrozenData, freezeData } from '../../kit/backup/freeze-data.ts';
import type { InspectBackupInput, Inspection } from '../../kit/backup/inspect.ts';
import { inspectBackupInWorker, makeBackupInWorker } from '../../kit/backup/jobs.ts';
import { ownVersionOf } from '../../kit/backup/own-version.ts';
import { backupFolderPath } from '../../kit/data/copies.ts';
import { isDiskFull } from '../../kit/data/disk-errors.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { computeMissingBytes } from '../../kit/disk-space.ts';
import { errorMessageOf } from '../../kit/error-message.ts';
import { AppError } from '../../kit/errors.ts';
import { bytesOfAll } from '../../kit/files/queries.ts';
import type { Host } from '../../kit/host.ts';
import { removeInBackground, replaceFile } from '../../kit/on-disk.ts';
import { SerialQueue } from '../../kit/serial-queue.ts';
import { auditBackup } from './audit-backup.ts';
import {
  computeNeededBytes,
  describeFullDisk,
  describeMissingSpace,
  selectBackupsToDelete,
} from './disk-space.ts';
import { thisAppliance } from './queries.ts';
import { PASSPHRASE, PASSPHRASE_ID } from './settings.ts';

type InspectRequest = Omit<InspectBackupInput, 'own'>;

/** Makes the backups of this appliance, one at a time. */
export class BackupMaker {
  readonly shelf: BackupStore;
  private readonly ending = new AbortController();
  /**
   * The operation that blocks new backups and restores, with the message for callers; undefined when there is
   * none.
   */
  private busy: { why: string; over: Promise<unknown> } | undefined;
  private readonly inspections = new SerialQueue();

  constructor(private readonly host: Host) {
    this.shelf = new BackupStore(backupFolderPath(host.config.data));
  }

  /**
   * Starts a backup. Resolves once the copy point is fixed, while the file is still being written. Throws 409
   * while a backup is made, packed or restored. Deletes scheduled backups if the disk space is too small. A
   * backup that does not fit or fails later is listed as failed, with the reason.
   */
  make(context: WriteContext, kind: OwnBackup['kind']): Promise<BackupMetadata> {
    const begun = Promise.withResolvers<BackupMetadata>();
    this.runExclusive('A backup is being created. Wait until it finishes.', () =>
      this.makeNow(context, kind, begun.resolve),
    ).catch(begun.reject);
    return begun.promise;
  }

  /** Runs `work` while no backup is made, packed or restored. Throws 409 while one is. */
  runExclusive<T>(why: string, work: () => Promise<T>): Promise<T> {
    if (this.busy) throw new AppError('CONFLICT', this.busy.why);
    const finished = work().finally(() => {
      this.busy = undefined;
    });
    this.busy = { why, over: finished };
    return finished;
  }

  /** Waits until no backup is made, packed or restored, then runs `work`. */
  async runExclusiveWhenFree<T>(why: string, work: () => Promise<T>): Promise<T> {
    while (this.busy) await this.whenIdle();
    return this.runExclusive(why, work);
  }

  /** Resolves when the running backup, packing or restore has ended; at once without one. */
  async whenIdle(): Promise<void> {
    await this.busy?.over.catch(() => undefined);
  }

  /**
   * Verifies backups one after the other, because each takes memory, disk space and a core. Stops when the
   * caller's signal `left` is aborted.
   */
  inspectInTurn(looking: InspectRequest, left?: AbortSignal): Promise<Inspection> {
    const signal = left ? AbortSignal.any([this.signal, left]) : this.signal;
    return this.inspections.run(() => this.inspectNow(looking, signal), signal);
  }

  private inspectNow(looking: InspectRequest, signal: AbortSignal): Promise<Inspection> {
    return inspectBackupInWorker({ ...looking, own: ownVersionOf(this.host.contributions) }, signal);
  }

  /** Returns the path of a temporary folder in which backups are created or verified. */
  readonly workplace = (what: string): string => join(this.shelf.folder, '.work', what);

  /** Aborted when the appliance stops. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** Marks the unfinished backups of an earlier process as failed and deletes its temporary files. */
  tidyUp(): void {
    const { shelf } = this;
    // Packing of data that a restore set aside is no failed backup. It is continued.
    for (const note of shelf.list().filter(({ state, folder }) => state === 'running' && folder === null)) {
      rmSync(shelf.path(note), { force: true });
      shelf.writeFailure({ ...note, state: 'failed', error: BACKUP_INTERRUPTED });
    }
    rmSync(join(shelf.folder, '.work'), { recursive: true, force: true });
  }

  /** Ends the running backup and verifications, because the appliance stops. */
  stop(): void {
    this.ending.abort(new Error(BACKUP_INTERRUPTED));
  }

  private async makeNow(
    context: WriteContext,
    kind: OwnBackup['kind'],
    onCreated: (note: BackupMetadata) => void,
  ): Promise<void> {
    mkdirSync(this.shelf.folder, { recursive: true, mode: 0o700 });
    const refusal = this.makeRoom(context);
    if (refusal !== undefined) return onCreated(await this.begin(context, kind, refusal));
    const letFilesGo = this.host.files.pinFiles();
    try {
      const { db, config, audithead } = this.host;
      const still = await freezeData(db, config.data, () => audithead.write());
      try {
        // Reads the passphrase now, because the settings may change while the backup is written.
        const passphrase = this.host.settings.text(PASSPHRASE);
        const note = await this.begin(context, kind);
        onCreated(note);
        await this.finish(note, still, context, passphrase);
      } finally {
        still.thaw();
      }
    } finally {
      letFilesGo();
    }
  }

  /** Deletes scheduled backups when that frees enough disk space. Otherwise returns an error message. */
  private makeRoom(context: WriteContext): string | undefined {
    const { host, shelf } = this;
    const all = shelf.list();
    const last = all.find((backup) => backup.state === 'done' && isOwnBackup(backup));
    const database = statSync(join(host.config.data, 'millwright.db')).size;
    const files = host.db.read((reader) => bytesOfAll.get(reader)!.bytes);
    const missing = computeMissingBytes(
      shelf.folder,
      computeNeededBytes(database, files, last),
      'unattended',
    );
    if (missing === 0) return undefined;
    const gone = selectBackupsToDelete(all, missing);
    if (!gone) return describeMissingSpace(shelf.folder, missing);
    for (const note of gone) this.remove(context, note);
    return undefined;
  }

  /** Deletes a backup without any check, and records it in the audit log. */
  remove(context: WriteContext, note: BackupMetadata): void {
    auditBackup(this.host, context, 'backups.backup.deleted', note);
    this.shelf.remove(note);
  }

  /**
   * Lists a new backup; with `error` one that is not started, because the disk has too little free space. When
   * its audit row cannot be written, it is not listed.
   */
  private async begin(
    context: WriteContext,
    kind: OwnBackup['kind'],
    error: string | null = null,
  ): Promise<BackupMetadata> {
    const { host, shelf } = this;
    const at = shelf.findFreeTime(host.clock.now());
    const sealed = host.settings.text(PASSPHRASE) !== '';
    const filename = backupFileName(at, sealed);
    const note = createBackupMetadata({
      backupid: at.getTime(),
      filename,
      createddate: at.toISOString(),
      kind,
      state: error === null ? 'running' : 'failed',
      sealed,
      passphraseid: sealed ? host.settings.text(PASSPHRASE_ID) : null,
      error,
      errorcode: error === null ? null : 'STORAGE_FULL',
    });
    await shelf.removeOnError(note, async () => {
      shelf.write(note);
      auditBackup(host, context, 'backups.backup.made', note, { kind });
      await host.db.whenDurable;
    });
    return note;
  }

  private async finish(
    note: BackupMetadata,
    still: FrozenData,
    context: WriteContext,
    passphrase: string,
  ): Promise<void> {
    const { host, shelf } = this;
    const folder = this.workplace(`making-${note.backupid}`);
    const file = join(folder, note.filename);
    try {
      const { missing, ...made } = await makeBackupInWorker(
        {
          data: host.config.data,
          database: { handle: still.handle, bytes: still.bytes },
          small: still.small,
          folder,
          file,
          passphrase,
          about: {
            createddate: note.createddate,
            by: context.actor.name,
            applianceid: host.db.read((reader) => thisAppliance.get(reader)!.applianceid),
          },
          excludedFromBackups: host.contributions.excludedFromBackups,
        },
        () => still.thaw(),
        this.signal,
      );
      if (missing.length > 0) host.log.warn('files missing in backup', { missing });
      replaceFile(file, shelf.path(note));
      shelf.write({ ...note, ...made });
      const verification = await this.firstLook(note, passphrase);
      // The removal must finish before the list shows the end of the backup, because from then on the next
      // backup or restore is accepted.
      await removeInBackground(folder);
      shelf.write({ ...note, ...made, ...verification, state: 'done' });
    } catch (cause) {
      const isFull = isDiskFull(cause);
      const error = isFull ? describeFullDisk(shelf.folder) : errorMessageOf(cause);
      for (const path of [shelf.path(note), folder]) rmSync(path, { recursive: true, force: true });
      shelf.writeFailure({ ...note, state: 'failed', error, errorcode: isFull ? 'STORAGE_FULL' : null });
      host.log.error('backup failed', { filename: note.filename, cause });
    }
  }

  private async firstLook(note: BackupMetadata, passphrase: string) {
    const at = this.host.clock.now();
    const looking = {
      file: this.shelf.path(note),
      folder: this.workplace(`looking-${note.backupid}`),
      passphrase,
      at,
    };
    // This verification does not wait for others, because those of uploaded files may take long.
    const { problems } = await this.inspectNow(looking, this.signal);
    return { verified: problems.length === 0, verifieddate: at.toISOString(), error: problems[0] ?? null };
  }
}

const BACKUP_INTERRUPTED = 'The appliance stopped before the backup finished.';
