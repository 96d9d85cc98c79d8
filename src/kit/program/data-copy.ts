import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE, SINGLE_FILES } from '../backup/manifest.ts';
import { removeWal } from '../data/archive-database.ts';
import { replaceWithCopy, syncFolder } from '../on-disk.ts';

const CERTIFICATES = 'certs';
/**
 * The files that are copied, besides the certificates. Uploaded files are not, because a start does not
 * change them.
 */
const FILES = [DATABASE, `${DATABASE}-wal`, ...SINGLE_FILES];

/**
 * Copies the database, the single files beside it, such as the keys, and the certificates of a closed data
 * directory.
 */
export function copyData(data: string, copy: string): void {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true, mode: 0o700 });
  for (const name of FILES.filter((one) => existsSync(join(data, one))))
    copyFileSync(join(data, name), join(copy, name));
  const certificates = join(data, CERTIFICATES);
  if (existsSync(certificates)) cpSync(certificates, join(copy, CERTIFICATES), { recursive: true });
}

/**
 * Restores from a copy what `copyData` copied. The copy is deleted last, so that the restore can be repeated
 * after a power failure.
 */
export function restoreData(copy: string, data: string): void {
  removeWal(join(data, DATABASE));
  for (const name of FILES) putFileBack(join(copy, name), join(data, name));
  const certificates = join(copy, CERTIFICATES);
  if (existsSync(certificates)) cpSync(certificates, join(data, CERTIFICATES), { recursive: true });
  syncFolder(data);
  rmSync(copy, { recursive: true, force: true });
}

function putFileBack(from: string, to: string): void {
  if (!existsSync(from)) {
    rmSync(to, { force: true });
    return;
  }
  replaceWithCopy(from, to);
}
