import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where copies of the database of before an upgrade lie in a data directory. */
export const copiesFolder = (data: string): string => join(data, 'backups');

/** Beside the database and beside its copies: how far the audit log had come (`kit/audit/head.ts` writes it). */
export const HEAD_FILE = 'audit-head.json';

const COPY = /^before-migration-.*\.db$/;

/** The newest copy of the database that an upgrade left; undefined when there is none. Their names say their time. */
export function newestCopy(path: string): string | undefined {
  const folder = copiesFolder(dirname(path));
  if (!existsSync(folder)) return undefined;
  const [newest] = readdirSync(folder)
    .filter((name) => COPY.test(name) && statSync(join(folder, name)).size > 0)
    .sort()
    .reverse();
  return newest && join(folder, newest);
}

const RESTORE = 'Put a backup in its place with "millwright restore FILE"';

/** What to do about a database that cannot be used, as the end of a message. */
export function putBackAdvice(path: string): string {
  const copy = newestCopy(path);
  return copy ? `${RESTORE}; ${copy} is the database as it was before the last upgrade.` : `${RESTORE}.`;
}

/** The other way out for who has a newer database and an older program, as the end of a sentence. */
export function orGoBack(path: string): string {
  const copy = newestCopy(path);
  return copy ? `, or go back to ${copy}, the database as it was before the last upgrade` : '';
}
