import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type BackupMetadata,
  type BackupStore,
  createBackupMetadata,
  isBackupFileName,
} from '../../kit/backup/backup-store.ts';
import { hasEncryptedName } from '../../kit/backup/encrypted-file.ts';
import type { Inspection } from '../../kit/backup/inspect.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import type { DiskPurpose } from '../../kit/disk-space.ts';
import { AppError, conflict, invalid } from '../../kit/errors.ts';
import { createSpaceGuard } from '../../kit/files/space-guard.ts';
import { toWriteError, writeHashed } from '../../kit/files/write-stream.ts';
import type { Host } from '../../kit/host.ts';
import { withIncomingBody } from '../../kit/http/incoming-body.ts';
import { replaceFile } from '../../kit/on-disk.ts';
import { findMissingKeys } from '../../kit/restore/database-only.ts';
import { auditBackup } from './audit-backup.ts';
import { BackupMaker } from './maker.ts';
import { PASSPHRASE, PASSPHRASE_ID } from './settings.ts';

/**
 * Stores an uploaded backup and returns its metadata. Throws 400 for an invalid name, for a sent passphrase
 * that does not decrypt it, and for an invalid backup. Throws 409 when the name is in use, and 507 when the
 * disk has only its reserve left. Deletes a rejected file. Without a sent passphrase, stores a backup unverified
 * when the passphrase of the settings does not decrypt it.
 */
export async function importBackup(
  host: Host,
  context: WriteContext,
  req: Request,
  filename: string,
  /** Passphrase that the caller sent. Without one the passphrase of the settings is tried. */
  passphrase: string | undefined,
): Promise<BackupMetadata> {
  const maker = host.getInstance(BackupMaker);
  const { shelf, workplace } = maker;
  if (!isBackupFileName(filename))
    throw invalid(
      'filename',
      'The name of a backup file ends in .tar.zst, or in .tar.zst.age if it is encrypted.',
    );
  refuseTaken(shelf, filename);
  const folder = workplace(`arriving-${crypto.randomUUID()}`);
  const file = join(folder, filename);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    const sent = await writeUploadedBackup(req, file, 'upload').catch((cause) =>
      Promise.reject(toWriteError(cause, host.log)),
    );
    const own = host.settings.text(PASSPHRASE);
    const looking = {
      file,
      folder: join(folder, 'unpacked'),
      passphrase: passphrase ?? own,
      at: host.clock.now(),
    };
    const found = await maker.inspectInTurn(looking, req.signal);
    refuse(found, passphrase !== undefined);
    const isOurs = found.isOpen && hasEncryptedName(filename) && passphrase === undefined;
    const note = createBackupMetadata({
      ...noteOf(host, filename, found),
      ...sent,
      passphraseid: isOurs ? host.settings.text(PASSPHRASE_ID) : null,
    });
    // Another upload may have taken the name while this one arrived.
    refuseTaken(shelf, filename);
    replaceFile(file, shelf.path(note));
    await shelf.removeOnError(note, async () => {
      shelf.write(note);
      auditBackup(host, context, 'backups.backup.uploaded', note);
      await host.db.whenDurable;
    });
    return note;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function refuseTaken(shelf: BackupStore, filename: string): void {
  if (shelf.has(filename)) throw conflict('filename', `A backup named ${filename} already exists.`);
}

/**
 * Writes a request body to a file, which it overwrites. Returns the size and the hash. Throws 400 for an
 * empty body, 507 when the disk has only the reserve of the purpose left, and the errors of `withIncomingBody`
 * and of the disk. The caller deletes the file then.
 */
export async function writeUploadedBackup(
  req: Request,
  file: string,
  purpose: DiskPurpose,
): Promise<{ bytes: number; sha256: string }> {
  const { size, sha256 } = await withIncomingBody(req, (content) =>
    writeHashed(file, { content, signal: content.signal }, createSpaceGuard(dirname(file), purpose)),
  );
  if (size === 0) throw invalid('file', 'The file is empty.');
  return { bytes: size, sha256 };
}

function refuse({ isOpen, problems, manifest }: Inspection, isPassphraseSent: boolean): void {
  if (!isOpen && isPassphraseSent) throw invalid('passphrase', problems[0]!);
  if (!isOpen) return;
  const problem = problems[0] ?? (manifest && findMissingKeys(manifest));
  if (problem !== undefined) throw new AppError('BAD_REQUEST', problem);
}

function noteOf(host: Host, filename: string, { isOpen, manifest }: Inspection) {
  const now = host.clock.now();
  return {
    backupid: host.getInstance(BackupMaker).shelf.findFreeTime(now).getTime(),
    filename,
    createddate: manifest?.createddate ?? now.toISOString(),
    kind: 'uploaded' as const,
    state: 'done' as const,
    sealed: hasEncryptedName(filename),
    verified: isOpen ? true : null,
    verifieddate: isOpen ? now.toISOString() : null,
  };
}
