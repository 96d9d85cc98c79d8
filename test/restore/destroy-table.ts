import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { runtime } from '#runtime';

const PAGE = 4096;

/** Overwrites the root page of a table. */
export function destroyTable(data: string, table: string): void {
  const file = join(data, 'millwright.db');
  const sqlite = runtime.openSqlite(file);
  const [row] = sqlite.ask("SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?", table) as {
    rootpage: number;
  }[];
  sqlite.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(64, 0xee), 0, 64, (row!.rootpage - 1) * PAGE);
  closeSync(handle);
}
