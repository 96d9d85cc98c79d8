import type { BackupTarget } from '../../../../src/features/appliancebackups/index.ts';
import type { Backup } from './backup.ts';

/** How the server begins the error of each target that a backup could not be copied to. */
const NOT_COPIED = 'Not copied to ';

/** An error of a backup. */
export interface BackupCopyError {
  text: string;
  /** True when the copy is no longer needed: its target has a newer backup or was removed. */
  isOutdated: boolean;
}

/**
 * Splits the `error` of a backup into the errors of its targets. An error of the backup itself is not split.
 */
export function readBackupErrors(
  { error, filename }: Pick<Backup, 'error' | 'filename'>,
  targets: readonly Pick<BackupTarget, 'target' | 'lastbackup'>[],
): BackupCopyError[] {
  if (error === null) return [];
  if (!error.startsWith(NOT_COPIED)) return [{ text: error, isOutdated: false }];
  return error.split(/ (?=Not copied to )/).map((text) => {
    const target = targets.find(({ target }) => text.startsWith(`${NOT_COPIED}${target}: `));
    // File names start with the time of the backup, so they sort by time.
    const isOutdated = !target || (target.lastbackup !== null && target.lastbackup > filename);
    return { text, isOutdated };
  });
}
