import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runtime, type Sqlite } from '#runtime';
import { plugins } from '../../plugins/index.ts';
import { chainsOf } from '../../src/app.ts';

const archive = join(import.meta.dir, '../data/upgrade/data-0.1.0.tar.gz');

/** Content of the data directory of 0.1.0. */
export const OLD = { migrations: 9, assets: 209, computers: 93, secret: 'old-secret-of-mail' };

/** Number of migrations of this version. */
export const NEWEST = chainsOf(plugins).reduce((sum, { migrations }) => sum + migrations.length, 0);

/** Size of the old database in bytes. */
export const OLD_BYTES = 3_706_880;

/** Unpacks a data directory of version 0.1.0 into the folder and returns its path. */
export function putOldData(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const done = Bun.spawnSync(['tar', 'xzf', archive, '-C', folder], { stderr: 'pipe' });
  if (done.exitCode !== 0) throw new Error(`The old data could not be unpacked: ${done.stderr}`);
  return join(folder, 'data');
}

/**
 * Returns `before`, `after`, or an error message. Examines a copy of the database files, because opening a database can
 * change it. A running appliance creates and removes other files in the meantime.
 */
export function readDataState(data: string, scratch: string): string {
  const looked = mkdtempSync(join(scratch, 'looked-'));
  for (const name of readdirSync(data).filter((file) => file.startsWith('millwright.db')))
    cpSync(join(data, name), join(looked, name));
  const path = join(looked, 'millwright.db');
  // A process that was killed between the two renames left the complete new file next to its final path.
  const file = existsSync(path) ? path : `${path}.migrated`;
  if (!existsSync(file)) return 'neither: there is no database';
  const sqlite = runtime.openSqlite(file);
  try {
    return stateIn(sqlite);
  } finally {
    sqlite.close();
  }
}

function stateIn(sqlite: Sqlite): string {
  const one = (sql: string) => Object.values(sqlite.ask(sql)[0] as object)[0] as unknown;
  if (one('PRAGMA integrity_check') !== 'ok') return `neither: ${one('PRAGMA integrity_check')}`;
  if (sqlite.ask('PRAGMA foreign_key_check').length > 0) return 'neither: rows refer to missing rows';
  const assets = one('SELECT count(*) FROM assets');
  if (assets !== OLD.assets) return `neither: ${assets} assets`;
  const migrations = one('SELECT count(*) FROM migrations');
  if (migrations === OLD.migrations) return 'before';
  return migrations === NEWEST ? 'after' : `neither: ${migrations} migrations`;
}
