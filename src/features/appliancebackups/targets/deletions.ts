import { type BackupStore, isOwnBackup, type OwnBackup } from '../../../kit/backup/backup-store.ts';
import { parseTarget } from '../../../kit/backup/targets/target.ts';
import { findExpiredBackups, type RetentionPolicy } from '../retention-policy.ts';
import type { TargetCopy } from './target-states.ts';

/** Returns the copy of a backup as the state of a target lists it. */
export const copyOf = ({ filename, backupid, kind }: OwnBackup): TargetCopy => ({ filename, backupid, kind });

/**
 * Returns the names of the copies to delete after a new one: scheduled ones by the retention policy of
 * backups, never manual ones.
 */
export const findExpiredCopies = (
  copies: readonly TargetCopy[],
  keeping: RetentionPolicy,
  now: Date,
): string[] =>
  findExpiredBackups(
    copies.map((copy) => ({ ...copy, state: 'done' as const, verified: true })),
    keeping,
    now,
  ).map(({ filename }) => filename);

/**
 * Returns the names of partial files that a copy may have left when its thread or the appliance ended. The
 * files need not exist. S3 has none.
 */
export function findPartialCopies(
  shelf: BackupStore,
  line: string,
  { copies, next }: { copies: readonly TargetCopy[]; next: OwnBackup },
): string[] {
  if (parseTarget(line).kind === 's3') return [];
  const copied = new Set([next, ...copies].map(({ backupid }) => backupid));
  return shelf
    .list()
    .filter((backup) => isOwnBackup(backup) && !copied.has(backup.backupid))
    .map(({ filename }) => `${filename}.part`);
}
