import { findTarget, readTargetLines } from '../../../kit/backup/targets/target.ts';
import { readTargetSecrets, type TargetSecrets } from '../../../kit/backup/targets/target-secret.ts';

/**
 * Returns the secrets (JSON) of the targets after a change; an empty text for none. `before` and `after`
 * contain one target per line. A line keeps its secret when only its path, port or host key changed. It loses
 * the secret when its host or user changed, because the secret was entered for the old place.
 */
export function keepSecrets(secrets: string, before: string, after: string): string {
  const old = readTargetSecrets(secrets) ?? {};
  const result: TargetSecrets = {};
  const previous = readTargetLines(before);
  for (const line of readTargetLines(after)) {
    const from = old[line] ? line : previous.find((other) => old[other] && isSamePlace(other, line));
    if (from !== undefined) result[line] = old[from]!;
  }
  return Object.keys(result).length === 0 ? '' : JSON.stringify(result);
}

function isSamePlace(line: string, other: string): boolean {
  const place = placeOf(line);
  return place !== undefined && place === placeOf(other);
}

/**
 * Returns the server to which a secret is sent, for SFTP with the user; undefined for a target without a
 * secret.
 */
function placeOf(line: string): string | undefined {
  const target = findTarget(line);
  if (target?.kind === 'sftp') return `sftp ${target.user}@${target.host}`;
  if (target?.kind === 's3') return `s3 ${new URL(target.endpoint).hostname}`;
  return undefined;
}
