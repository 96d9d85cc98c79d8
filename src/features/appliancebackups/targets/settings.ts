import { findMappedDrive } from '../../../kit/backup/targets/mapped-drive.ts';
import { parseTarget, readTargetLines } from '../../../kit/backup/targets/target.ts';
import { readTargetSecrets } from '../../../kit/backup/targets/target-secret.ts';
import { errorMessageOf } from '../../../kit/error-message.ts';
import { invalid } from '../../../kit/errors.ts';
import { declareSettings } from '../../../kit/settings/declare.ts';
import { PASSPHRASE } from '../settings.ts';
import { BACKUP_TARGETS, hasExternalTarget } from './external-targets.ts';
import { keepSecrets } from './keep-secrets.ts';

export { BACKUP_TARGETS } from './external-targets.ts';

export const TARGET_SECRETS = 'backup_target_secrets';
/** The targets to which the newest backup could not be copied, one per line. */
export const FAILED_TARGETS = 'backup_failed_targets';
/** Failed targets whose alert was queued, one per line. */
export const ALERTED_TARGETS = 'backup_alerted_targets';
const MAX_TARGETS = 10;

/** Returns an error message for the line of a target; undefined when it can be saved. */
export function findTargetProblem(line: string): string | undefined {
  try {
    const target = parseTarget(line);
    if (target.kind === 'sftp' && target.hostkey === undefined)
      return 'The host key is missing. End the line with #SHA256: and the key. Test the target to get the key.';
    return target.kind === 'folder' ? findMappedDrive(target.path) : undefined;
  } catch (cause) {
    return errorMessageOf(cause);
  }
}

function findProblem(text: string): string | undefined {
  const lines = readTargetLines(text);
  if (lines.length > MAX_TARGETS) return `must have at most ${MAX_TARGETS} lines.`;
  const twice = lines.find((line, at) => lines.indexOf(line) !== at);
  if (twice !== undefined) return `contains this line twice: ${twice}`;
  for (const line of lines) {
    const problem = findTargetProblem(line);
    if (problem) return `contains an invalid line, ${line}: ${problem}`;
  }
  return undefined;
}

export const targetSettings = [
  ...declareSettings('backups', {
    [BACKUP_TARGETS]: {
      title: 'Backup targets',
      description:
        'One target per line: a folder, on Windows \\\\server\\share, sftp://user@host/path#SHA256:… with the host key, or s3://bucket/prefix?endpoint=…. Each new backup is copied there. You can add and test targets on the page Backups of the appliance.',
      type: 'text',
      default: '',
      problem: findProblem,
      refuse: (value, text) => {
        if (text(PASSPHRASE) === '' && hasExternalTarget(value))
          throw invalid(
            PASSPHRASE,
            'Set a backup passphrase first (Settings > Backups of the appliance). Backups that leave this appliance must be encrypted.',
          );
      },
      lasting: true,
    },
    [TARGET_SECRETS]: {
      title: 'Backup target secrets',
      description:
        'JSON with the secrets of each target line: {"<line>": {"password": …}}, {"privatekey": …} or {"accesskeyid": …, "secretaccesskey": …}. The page Backups of the appliance maintains it. If the host or user of a target changes, its secret is removed.',
      type: 'text',
      default: '',
      secret: true,
      problem: (value) =>
        readTargetSecrets(value)
          ? undefined
          : 'must be JSON with a password, a privatekey, or an accesskeyid and a secretaccesskey for each target line.',
      boundTo: { [BACKUP_TARGETS]: true },
      keep: keepSecrets,
    },
    [FAILED_TARGETS]: {
      title: 'Failed targets',
      description: 'Targets without the newest backup.',
      default: '',
      offered: false,
    },
    [ALERTED_TARGETS]: {
      title: 'Failed targets with an alert',
      description: 'Failed targets that an alert was sent for.',
      default: '',
      offered: false,
    },
  }),
];
