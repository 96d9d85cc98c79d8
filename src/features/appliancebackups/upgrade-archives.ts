import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BackupMetadata, backupFileName, isUpgradeCopy } from '../../kit/backup/backup-store.ts';
import { makeBackupOfFile } from '../../kit/backup/jobs.ts';
import { createSystemContext } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { removeInBackground, replaceFile } from '../../kit/on-disk.ts';
import { auditBackup } from './audit-backup.ts';
import { computeNeededBytes, refuseWithoutFreeSpace } from './disk-space.ts';
import { BackupMaker } from './maker.ts';
import { thisAppliance } from './queries.ts';
import { PASSPHRASE, PASSPHRASE_ID } from './settings.ts';

const PACKING_IN_PROGRESS = 'The database from before an upgrade is being packed: wait until that is done.';

/** An archive that is being made from a set-aside database. */
interface Archive {
  copy: BackupMetadata;
  /** Temporary folder in which the archive is made. */
  folder: string;
  /** The archive in that folder. */
  file: string;
  /** The passphrase of the archive; empty for an unencrypted archive. */
  passphrase: string;
}

/**
 * Packs each database that an upgrade set aside into a backup of kind `upgrade`, in the background after a
 * start.
 */
export class UpgradeArchives {
  private readonly maker: BackupMaker;

  constructor(private readonly host: Host) {
    this.maker = host.getInstance(BackupMaker);
  }

  /**
   * Packs the databases. Resolves once every set-aside database is packed, or its failure is in the log. The
   * next start tries again.
   */
  async start(): Promise<void> {
    const { maker } = this;
    for (const copy of maker.shelf.list().filter(isUpgradeCopy))
      await maker.runExclusiveWhenFree(PACKING_IN_PROGRESS, () => this.packOrKeep(copy));
  }

  private async packOrKeep(copy: BackupMetadata): Promise<void> {
    const { shelf, signal, workplace } = this.maker;
    const folder = workplace(`archiving-${copy.backupid}`);
    try {
      signal.throwIfAborted();
      if (!shelf.findArchiveOf(copy)) await this.pack(copy, folder);
      // The removal must finish before the list shows the end of the packing, because from then on the next
      // backup or restore is accepted.
      await removeInBackground(folder);
      if (shelf.findArchiveOf(copy)) shelf.removeArchived(copy);
    } catch (cause) {
      // The stop of the appliance is no failure. The next start continues.
      if (signal.aborted) return;
      this.host.log.warn('packing the database from before an upgrade failed; retrying at next start', {
        file: shelf.path(copy),
        cause,
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  private async pack(copy: BackupMetadata, folder: string): Promise<void> {
    const { host, maker } = this;
    const { shelf } = maker;
    const { settings } = host;
    if (!existsSync(shelf.path(copy))) return;
    refuseWithoutFreeSpace(shelf.folder, computeNeededBytes(statSync(shelf.path(copy)).size, 0, undefined));
    const passphrase = settings.text(PASSPHRASE);
    const sealed = passphrase !== '';
    const filename = backupFileName(new Date(copy.backupid), sealed);
    const passphraseid = sealed ? settings.text(PASSPHRASE_ID) : null;
    const made = await this.makeAndVerify({ copy, folder, file: join(folder, filename), passphrase });
    const current = shelf.find(copy.backupid);
    // An admin may have deleted the database while it was packed.
    if (!current || !existsSync(shelf.path(copy))) return;
    shelf.removePartsOfArchive(copy);
    replaceFile(join(folder, filename), shelf.path({ filename }));
    const note = { ...current, ...made, filename, sealed, passphraseid };
    shelf.write(note, { isSynced: true });
    auditBackup(host, createSystemContext(), 'backups.backup.made', note, { kind: note.kind });
    await host.db.whenDurable;
  }

  private async makeAndVerify(archive: Archive) {
    const { file, folder, passphrase } = archive;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { bytes, sha256 } = await this.make(archive);
    const at = this.host.clock.now();
    const { problems } = await this.maker.inspectInTurn({
      file,
      folder: join(folder, 'verifying'),
      passphrase,
      at,
      mayFillDisk: true,
    });
    if (problems.length > 0) throw new Error(problems[0]);
    return { bytes, sha256, verified: true, verifieddate: at.toISOString(), error: null };
  }

  private make({ copy, folder, file, passphrase }: Archive) {
    const { applianceid } = this.host.db.read((reader) => thisAppliance.get(reader)!);
    return makeBackupOfFile(
      this.maker.shelf.path(copy),
      {
        data: this.host.config.data,
        small: {},
        folder: join(folder, 'making'),
        file,
        passphrase,
        about: { createddate: copy.createddate, by: 'upgrade', applianceid },
        // The upgrade emptied the excluded tables when it set the database aside.
        excludedFromBackups: [],
        isDatabaseOnly: true,
      },
      this.maker.signal,
    );
  }
}
