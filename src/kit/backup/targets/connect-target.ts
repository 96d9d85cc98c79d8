import { connectFolder } from './folder-client.ts';
import { connectS3 } from './s3-client.ts';
import { connectSftp } from './sftp-client.ts';
import { parseTarget } from './target.ts';
import type { TargetAccess, TargetClient } from './target-client.ts';

/**
 * Connects to a target. Throws a `TargetError` with the reason, or the error of the system, when that fails.
 */
export async function connectTarget({
  line,
  secret,
  ca,
  isMarked,
  data,
}: TargetAccess): Promise<TargetClient> {
  const target = parseTarget(line);
  if (target.kind === 'sftp') return connectSftp(target, secret);
  if (target.kind === 's3') return connectS3(target, secret, ca);
  return connectFolder(target, isMarked, data);
}
