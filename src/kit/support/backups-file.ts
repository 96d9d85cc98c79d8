import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BackupStore, TARGET_STATES } from '../backup/backup-store.ts';
import { backupFolderPath } from '../data/copies.ts';
import { readText } from '../on-disk.ts';

interface StoredTarget {
  copies?: unknown[];
  lastsuccess?: string | null;
  error?: string | null;
}

/**
 * Returns the backups of the appliance and the state of the copies on each target. Throws an Error when the
 * file of these states is damaged.
 */
export function describeBackups(data: string): Record<string, unknown> {
  const folder = backupFolderPath(data);
  const backups = new BackupStore(folder)
    .list()
    .map(({ passphraseid: _passphraseid, sha256: _sha256, folder: _folder, ...note }) => note);
  return { backups, targets: listTargets(join(folder, TARGET_STATES)) };
}

function listTargets(file: string): Record<string, unknown>[] {
  if (!existsSync(file)) return [];
  const states = parseStates(file);
  return Object.entries(states).map(([target, { copies = [], lastsuccess = null, error = null }]) => ({
    target,
    copies: copies.length,
    lastsuccess,
    error,
  }));
}

/** Replaces the error of the parser, because its message could quote the content of the file. */
function parseStates(file: string): Record<string, StoredTarget> {
  try {
    return JSON.parse(readText(file)) as Record<string, StoredTarget>;
  } catch (cause) {
    throw new Error(`${file} is damaged.`, { cause });
  }
}
