import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectTarget } from './connect-target.ts';
import type { CopyJob, TargetJob, TargetProgress, TargetResult, TargetTest } from './copy-job.ts';
import { HostKeyMismatchError } from './sftp-client.ts';
import { findTarget } from './target.ts';
import type { TargetAccess, TargetClient } from './target-client.ts';
import { describeTargetError } from './target-error.ts';

/** Copies a backup to a target, or tests one, in the worker thread. Returns errors as part of the result. */
export async function executeTargetJob(
  job: TargetJob,
  onProgress: (progress: TargetProgress) => void,
): Promise<TargetResult> {
  if ('testing' in job) return { tested: await testTarget(job.testing, job.folder) };
  try {
    return { copied: await copy(job.copying, onProgress) };
  } catch (cause) {
    return { fault: describeTargetError(cause, subjectOf(job.copying)) };
  }
}

async function copy(
  { file, name, outdated, ...access }: CopyJob,
  onProgress: (progress: TargetProgress) => void,
) {
  const client = await connectTarget(access);
  try {
    await client.put(file, name, (sent) => onProgress({ sent }));
    return await removeAll(client, outdated, subjectOf(access));
  } finally {
    client.close();
  }
}

/**
 * Deletes copies and returns those that remain. Some targets do not allow deletion, and the new copy is valid
 * anyway.
 */
async function removeAll(client: TargetClient, names: readonly string[], subject: string) {
  const undeleted: string[] = [];
  let reason: string | null = null;
  for (const name of names)
    try {
      await client.remove(name);
    } catch (cause) {
      undeleted.push(name);
      reason = describeTargetError(cause, subject);
    }
  return { undeleted, reason };
}

async function testTarget(access: TargetAccess, folder: string): Promise<TargetTest> {
  const name = `millwright-test-${crypto.randomUUID()}`;
  const file = join(folder, name);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, 'Test file of this target. You can delete it.\n');
    const client = await connectTarget(access);
    try {
      await client.put(file, name, () => undefined);
      const { reason } = await removeAll(client, [name], subjectOf(access));
      const note =
        reason && `Millwright cannot delete old copies on this target, so it will fill up: ${reason}`;
      return { ok: true, problem: null, note, hostkey: null };
    } finally {
      client.close();
    }
  } catch (cause) {
    const hostkey = cause instanceof HostKeyMismatchError ? cause.hostkey : null;
    return { ok: false, problem: describeTargetError(cause, subjectOf(access)), note: null, hostkey };
  } finally {
    rmSync(file, { force: true });
  }
}

/** Returns the name of the target for the start of a sentence. */
function subjectOf({ line }: Pick<TargetAccess, 'line'>): string {
  const target = findTarget(line);
  if (target?.kind === 'sftp') return 'The server';
  if (target?.kind === 's3') return 'The storage';
  return `The folder ${line}`;
}
