import { version } from '../version.ts';
import { DATABASE } from './manifest.ts';

/**
 * Additional space for an older database, as a multiple of its size: a copy to migrate, and what the
 * migration adds to it.
 */
const UPGRADE = 2;

/**
 * Returns how many copies of a part are on the disk during its verification, for a backup of version
 * `backupVersion`.
 */
export const countCopiesOnDisk = (name: string, backupVersion: string): number =>
  name === DATABASE && backupVersion !== version ? 1 + UPGRADE : 1;
