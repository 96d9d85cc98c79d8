import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupMetadata } from '../../kit/backup/backup-store.ts';
import { readSmallFiles } from '../../kit/backup/freeze-data.ts';
import { makeBackupOfFile } from '../../kit/backup/jobs.ts';
import { DATABASE, type Manifest } from '../../kit/backup/manifest.ts';
import { openDatabaseFile } from '../../kit/data/open.ts';
import { errorMessageOf } from '../../kit/error-message.ts';
import type { Host } from '../../kit/host.ts';
import { removeInBackground, replaceFile } from '../../kit/on-disk.ts';
import { type BackupEncryption, readBackupEncryption } from './backup-encryption.ts';
import { recordEndedRestores } from './data-replacement.ts';
import { computeNeededBytes, refuseWithoutFreeSpace } from './disk-space.ts';
import { BackupMaker } from './maker.ts';

/** Input for packing the data of a folder into a backup. */
interface PackInput {
  from: string;
  folder: string;
  file: string;
  seal: BackupEncryption;
  about: Pick<Manifest, 'createddate' | 'by' | 'applianceid'>;
}

const PACKING_IN_PROGRESS = 'The data from before the restore are being packed. Wait until that finishes.';

/** Packs the data that a restore replaced into an archive, once the restored data are served. */
export class ReplacedDataArchives {
  private readonly maker: BackupMaker;

  constructor(private readonly host: Host) {
    this.maker = host.getInstance(BackupMaker);
  }

  /** Records the results of restores of an earlier process, and packs each data folder that they replaced. */
  async start(): Promise<void> {
    for (const note of recordEndedRestores(this.maker.shelf)) {
      await this.maker.runExclusiveWhenFree(PACKING_IN_PROGRESS, () => this.packOrLeave(note));
    }
  }

  /**
   * Packs the replaced data into the backup. Data that cannot be packed stay in their folder, and the backup
   * list contains the reason.
   */
  private async packOrLeave(note: BackupMetadata): Promise<void> {
    const { shelf, workplace, signal } = this.maker;
    const from = shelf.folderOf(note)!;
    const folder = workplace(`packing-${note.backupid}`);
    try {
      const packed = await this.pack(note, from, folder);
      // The removal must finish before the list shows the end of the packing, because from then on the next
      // backup or restore is accepted.
      await removeInBackground(folder);
      shelf.write({ ...note, ...packed, state: 'done', folder: null });
      rmSync(from, { recursive: true, force: true });
    } catch (cause) {
      // The next start continues the packing.
      if (signal.aborted) return;
      const reason = errorMessageOf(cause);
      this.host.log.warn('packing the data from before a restore failed', { folder: from, cause });
      rmSync(shelf.path(note), { force: true });
      const error = `The data from before the restore were not packed. They are in the folder ${from}: ${reason}`;
      shelf.write({ ...note, state: 'done', sealed: false, passphraseid: null, error });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  private async pack(note: BackupMetadata, from: string, folder: string) {
    const { host, maker } = this;
    const seal = readBackupEncryption(from, join(folder, 'looked-at'));
    if (!seal) throw new Error('the passphrase in these data cannot be read.');
    const { applianceid, files } = readOrigin(join(from, DATABASE));
    refuseWithoutFreeSpace(
      maker.shelf.folder,
      computeNeededBytes(statSync(join(from, DATABASE)).size, files, undefined),
    );
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, note.filename);
    const origin = { createddate: note.createddate, by: 'restore', applianceid };
    const { bytes, sha256 } = await this.make({ from, folder, file, seal, about: origin });
    const at = host.clock.now();
    const { problems } = await maker.inspectInTurn({
      file,
      folder: join(folder, 'looking'),
      passphrase: seal.passphrase,
      at,
      mayFillDisk: true,
    });
    if (problems.length > 0) throw new Error(problems[0]);
    replaceFile(file, maker.shelf.path(note));
    return { bytes, sha256, verified: true, verifieddate: at.toISOString(), error: null };
  }

  private make({ from, folder, file, seal, about }: PackInput) {
    return makeBackupOfFile(
      join(from, DATABASE),
      {
        data: from,
        small: readSmallFiles(from),
        folder,
        file,
        passphrase: seal.passphrase,
        about,
        excludedFromBackups: this.host.contributions.excludedFromBackups,
      },
      this.maker.signal,
    );
  }
}

/**
 * Merges the write-ahead log of a killed process into the database file. Returns the appliance ID and the
 * total size of the uploaded files in bytes.
 */
function readOrigin(path: string): { applianceid: string; files: number } {
  const sqlite = openDatabaseFile(path);
  try {
    sqlite.ask('PRAGMA wal_checkpoint(TRUNCATE)');
    const [row] = sqlite.ask(
      'SELECT applianceid, (SELECT coalesce(sum(size), 0) FROM files) AS files FROM appliance',
    ) as { applianceid: string; files: number }[];
    return row!;
  } finally {
    sqlite.close();
  }
}
