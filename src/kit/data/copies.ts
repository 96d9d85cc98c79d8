import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readText } from '../on-disk.ts';

/**
 * Returns the folder of a data directory that contains the backups and the databases that upgrades set aside.
 */
export const backupFolderPath = (data: string): string => join(data, 'backups');

/**
 * The file name of the signed audit head in the data directory. Next to a copy of the database, the name of
 * the copy precedes it. `kit/audit/head.ts` writes it.
 */
export const HEAD_FILE = 'audit-head.json';

const COPY = /^before-migration-(.*)\.db$/;
/**
 * The file name of a backup. Backups of kind `upgrade` declare their kind in the metadata file next to them.
 */
const ARCHIVE = /^millwright-(.*)\.tar\.zst(?:\.age)?$/;

/**
 * Returns the time at which a database was set aside, packed or not. Returns undefined for any other file.
 */
function findTime(folder: string, name: string): string | undefined {
  const copied = COPY.exec(name)?.[1];
  if (copied !== undefined) return copied;
  const packed = ARCHIVE.exec(name)?.[1];
  const metadata = join(folder, `${name}.json`);
  if (packed === undefined || !existsSync(metadata)) return undefined;
  return /"kind": *"upgrade"/.test(readText(metadata)) ? packed.replace('.', '-') : undefined;
}

/**
 * Returns the path of the newest database copy that an upgrade left, packed or not; undefined when there is
 * none. `path` is that of the database. Empty files are skipped.
 */
export function findNewestCopy(path: string): string | undefined {
  const folder = backupFolderPath(dirname(path));
  if (!existsSync(folder)) return undefined;
  const copies = readdirSync(folder).flatMap((name) => {
    const at = findTime(folder, name);
    const path = join(folder, name);
    return at !== undefined && statSync(path).size > 0 ? [{ at, path }] : [];
  });
  copies.sort((one, other) => (one.at < other.at ? 1 : -1));
  return copies[0]?.path;
}

const RESTORE = 'Restore a backup with "millwright restore FILE"';

/** Returns the advice for a database that cannot be used, as the end of a message. */
export function formatRestoreAdvice(path: string): string {
  const copy = findNewestCopy(path);
  return copy ? `${RESTORE}. The database from before the last upgrade is ${copy}.` : `${RESTORE}.`;
}

/**
 * Returns the alternative for an operator with a newer database and an older program, as the end of a
 * sentence. Empty when no upgrade left a copy.
 */
export function formatPreviousCopyAdvice(path: string): string {
  const copy = findNewestCopy(path);
  return copy ? `, or go back to ${copy}, the database from before the last upgrade` : '';
}
