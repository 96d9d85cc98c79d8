import { version } from '../version.ts';
import { BackupError } from './backup-error.ts';

/** Returns the error for a backup that only a newer version can read. */
export const newerBackupError = (backupVersion: string): BackupError =>
  new BackupError(
    `This backup is from a newer version, ${backupVersion.slice(0, 50)}. This version, ${version}, cannot read it. Restore it with that version.`,
  );

/** Reports whether a version is newer than that of this program, by the first three numbers. */
export function isNewerVersion(other: string): boolean {
  const [theirs, ours] = [other, version].map((text) => text.split(/[.+-]/).slice(0, 3).map(Number));
  const at = theirs!.findIndex((number, place) => number !== ours![place]);
  return at >= 0 && theirs![at]! > ours![at]!;
}
