import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPruneDate, writeHead } from '../audit/head.ts';
import { BackupError } from '../backup/backup-error.ts';
import { DATABASE, isCompleteBackup, isDatabaseOnly, type Manifest } from '../backup/manifest.ts';
import { HEAD_FILE } from '../data/copies.ts';
import { linkOrCopy } from '../on-disk.ts';
import { openSecrets, secretsPath } from '../secrets.ts';

const FILES = 'files';
const CERTS = 'certs';
/** Small files beside the database that a backup of kind `upgrade` does not contain. */
const SMALL_FILES = ['secrets.json', 'plugins.json'] as const;

/** The error message for a backup of kind `upgrade` when there are no current data to restore it into. */
const DATABASE_ONLY =
  'This backup from an upgrade contains only the database. Restore it on the appliance that created it.';

/**
 * Returns why a backup cannot be restored without the data of its appliance; undefined for a complete one.
 */
export function findMissingKeys(manifest: Manifest): string | undefined {
  if (isDatabaseOnly(manifest)) return DATABASE_ONLY;
  return isCompleteBackup(manifest)
    ? undefined
    : 'This backup is incomplete. It does not contain secrets.json.';
}

/**
 * Adds to a staged database what its verification needs: the current keys and the list of disabled plugins.
 * If the signed audit head is missing, creates it from the end that the manifest states, signed with the
 * current keys. Throws a `BackupError` when there are no current data.
 */
export function addKeys(stage: string, current: string | undefined, { audit }: Manifest): void {
  if (current === undefined || !existsSync(join(current, DATABASE)) || !existsSync(secretsPath(current)))
    throw new BackupError(DATABASE_ONLY);
  copySmallFiles(current, stage);
  if (existsSync(join(stage, HEAD_FILE))) return;
  const { auditKey } = openSecrets(stage);
  writeHead(stage, { ...audit, letgo: readPruneDate(current, auditKey) }, auditKey);
}

/**
 * Completes a staged database with the files, certificate and keys of the current data, which no process may
 * write meanwhile. Uploaded files become hard links, or copies on a disk without hard links.
 */
export function addCurrentFiles(stage: string, current: string): void {
  copySmallFiles(current, stage);
  if (existsSync(join(current, CERTS)))
    cpSync(join(current, CERTS), join(stage, CERTS), { recursive: true, preserveTimestamps: true });
  if (existsSync(join(current, FILES))) linkTree(join(current, FILES), join(stage, FILES));
}

function copySmallFiles(from: string, to: string): void {
  for (const name of SMALL_FILES) {
    rmSync(join(to, name), { force: true });
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  }
}

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else linkOrCopy(source, target);
  }
}
