import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runtime, type Sqlite } from '#runtime';
import { DATABASE } from '../backup/manifest.ts';
import { refuseDamagedFile } from '../data/open.ts';

/**
 * Reads a closed database of any version without changing its files. If a killed process left a WAL file,
 * reads a temporary copy in `scratch` instead.
 */
export function readCurrentDatabase<T>(data: string, scratch: string, look: (sqlite: Sqlite) => T): T {
  const path = join(data, DATABASE);
  refuseDamagedFile(path);
  if (!existsSync(`${path}-wal`)) return readDatabase(path, look);
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  try {
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, join(scratch, DATABASE + suffix));
    return readDatabase(join(scratch, DATABASE), look);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function readDatabase<T>(path: string, look: (sqlite: Sqlite) => T): T {
  const sqlite = runtime.openSqlite(path);
  try {
    return look(sqlite);
  } finally {
    sqlite.close();
  }
}
