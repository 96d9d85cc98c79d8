import { findTarget, readTargetLines } from '../../../kit/backup/targets/target.ts';
import { invalid } from '../../../kit/errors.ts';

export const TARGETS = 'backup_targets';

/**
 * Whether one of the targets is no folder of this server: then backups have to be encrypted. Nothing is copied to a
 * line that cannot be used.
 */
export const leavesServer = (targets: string): boolean =>
  readTargetLines(targets).some((line) => (findTarget(line)?.kind ?? 'folder') !== 'folder');

/** For the passphrase, which stays set while backups leave this server. */
export function refuseEmptyPassphrase(value: string, text: (key: string) => string): void {
  if (value === '' && leavesServer(text(TARGETS)))
    throw invalid(
      'value',
      'backup_passphrase stays set while backup_targets has a target outside this server: remove that target first.',
    );
}
