import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabaseFile } from '../../src/kit/data/open.ts';

export const UPGRADED_AT = '2026-05-01T10:20:30.400Z';
const AT = UPGRADED_AT.replaceAll(/[:.]/g, '-');
export const COPY = `before-migration-${AT}.db`;
export const COPY_HEAD = `before-migration-${AT}.audit-head.json`;
export const ARCHIVE = `millwright-${UPGRADED_AT.replaceAll(':', '-')}.tar.zst`;

/**
 * Copies the database of a data directory to its backups, like the database that an upgrade sets aside.
 * Returns the path.
 */
export function setDatabaseAside(data: string): string {
  const folder = join(data, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, COPY);
  const sqlite = openDatabaseFile(join(data, 'millwright.db'));
  try {
    sqlite.ask('VACUUM INTO ?', copy);
  } finally {
    sqlite.close();
  }
  copyFileSync(join(data, 'audit-head.json'), join(folder, COPY_HEAD));
  return copy;
}
