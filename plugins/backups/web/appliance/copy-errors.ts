import type { BackupTarget } from '../../../../src/features/appliancebackups/index.ts';
import type { Backup } from './backup.ts';

export interface BackupErrorText {
  text: string;
  /** True when the copy is no longer needed: its target has a newer backup or was removed. */
  isOutdated: boolean;
}

/** Returns the errors of a backup: one per target that it was not copied to, or that of the backup itself. */
export function listBackupErrors(
  { error, copyerrors, filename }: Pick<Backup, 'error' | 'copyerrors' | 'filename'>,
  targets: readonly Pick<BackupTarget, 'target' | 'lastbackup'>[],
): BackupErrorText[] {
  if (error === null) return [];
  if (copyerrors.length === 0) return [{ text: error, isOutdated: false }];
  return copyerrors.map(({ target, reason }) => {
    const found = targets.find((row) => row.target === target);
    // The file names have the time of the backup at the same position, so they sort by time.
    const isOutdated = !found || (found.lastbackup !== null && found.lastbackup > filename);
    return { text: `Not copied to ${target}: ${reason}`, isOutdated };
  });
}
