import { findTarget, readTargetLines } from '../../../kit/backup/targets/target.ts';
import { invalid } from '../../../kit/errors.ts';

export const BACKUP_TARGETS = 'backup_targets';

/**
 * Reports whether a target is outside this server, so that backups have to be encrypted. Unusable lines do
 * not count, because no backup is copied to them.
 */
export const hasExternalTarget = (targets: string): boolean =>
  readTargetLines(targets).some((line) => (findTarget(line)?.kind ?? 'folder') !== 'folder');

/** Throws 400 for an empty passphrase while backups are copied to a target outside this server. */
export function refuseEmptyPassphrase(value: string, text: (key: string) => string): void {
  if (value === '' && hasExternalTarget(text(BACKUP_TARGETS)))
    throw invalid(
      'value',
      'backup_passphrase stays set while backup_targets has a target outside this appliance: remove that target first.',
    );
}
