import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backupFileName, createBackupMetadata, type RestoreStatus } from '../../kit/backup/backup-store.ts';
import { hasEncryptedHeader } from '../../kit/backup/encrypted-file.ts';
import type { Manifest } from '../../kit/backup/manifest.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { AppError } from '../../kit/errors.ts';
import { toWriteError } from '../../kit/files/write-stream.ts';
import type { Host } from '../../kit/host.ts';
import { replaceFile } from '../../kit/on-disk.ts';
import { RESTORE_INTERRUPTED } from './data-replacement.ts';
import { writeUploadedBackup } from './import-backup.ts';
import { BackupMaker } from './maker.ts';
import { passphraseOf } from './passphrase-header.ts';
import { type BegunRestore, Restorer } from './restorer.ts';
import { PASSPHRASE } from './settings.ts';

const FAILED = 'The backup could not be restored. See the log of this appliance for the reason.';

/**
 * Restores an uploaded file on an appliance without users. Deletes the file when the backup cannot be staged.
 */
export class FirstRestore {
  private readonly maker: BackupMaker;
  /**
   * The last state of a restore that this process runs; null before the first one and after a rejected one.
   */
  private latest: RestoreStatus | null = null;
  private isReceiving = false;

  constructor(private readonly host: Host) {
    this.maker = host.getInstance(BackupMaker);
  }

  /** State of the requested restore; null when there is none. */
  get restoring(): RestoreStatus | null {
    const listed = this.maker.shelf.list().find(({ restoring }) => restoring !== null);
    return this.latest ?? listed?.restoring ?? null;
  }

  /**
   * State of the restore for anonymous callers. Replaces the reason, because it may name folders of the
   * server and their free disk space.
   */
  get publicState(): RestoreStatus | null {
    const { restoring } = this;
    const isPlain =
      restoring === null || restoring.reason === null || restoring.reason === RESTORE_INTERRUPTED;
    return isPlain ? restoring : { ...restoring, reason: FAILED };
  }

  /**
   * Receives and restores a backup. Resolves as `Restorer.begin` does. Throws 409 during another upload.
   * Calls `stillWanted` before the data are replaced; it throws to cancel the restore.
   */
  async run(context: WriteContext, req: Request, stillWanted: () => void): Promise<BegunRestore> {
    const passphrase = passphraseOf(req) ?? this.host.settings.text(PASSPHRASE);
    const folder = this.enter();
    const letGo = () => rmSync(folder, { recursive: true, force: true });
    try {
      const file = join(folder, 'arrived');
      const sent = await writeUploadedBackup(req, file, 'attended').catch((cause) =>
        Promise.reject(toWriteError(cause, this.host.log)),
      );
      return await this.host.getInstance(Restorer).begin(context, {
        file,
        passphrases: [passphrase],
        // No user has had access to this appliance, so there are no revocations to read.
        isForced: true,
        field: 'file',
        onProgress: (now) => {
          this.latest = now;
          if (now === null || now.state === 'failed') letGo();
        },
        onStaged: async (manifest) => {
          stillWanted();
          return this.storeUpload(file, { ...sent, about: manifest });
        },
      });
    } catch (cause) {
      letGo();
      throw cause;
    } finally {
      this.isReceiving = false;
    }
  }

  /** Returns the folder for an upload. Throws 409 during another upload, because each takes disk space. */
  private enter(): string {
    if (this.isReceiving)
      throw new AppError('CONFLICT', 'Another backup is being uploaded. Wait until the upload finishes.');
    this.isReceiving = true;
    const folder = this.maker.workplace(`first-${crypto.randomUUID()}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /**
   * Moves the file to the backup store. Its metadata there contain the state of the restore, which outlives
   * this process.
   */
  private storeUpload(file: string, { about: manifest, bytes, sha256 }: StoredUpload) {
    const { shelf } = this.maker;
    const at = shelf.findFreeTime(this.host.clock.now());
    const sealed = hasEncryptedHeader(file);
    const note = { backupid: at.getTime(), filename: backupFileName(at, sealed) };
    replaceFile(file, shelf.path(note));
    shelf.write(
      createBackupMetadata({
        ...note,
        bytes,
        sha256,
        createddate: manifest.createddate,
        kind: 'uploaded',
        state: 'done',
        sealed,
        verified: true,
        verifieddate: at.toISOString(),
        restoring: { state: 'replacing', reason: null },
      }),
    );
    return note;
  }
}

interface StoredUpload {
  about: Manifest;
  bytes: number;
  sha256: string;
}
