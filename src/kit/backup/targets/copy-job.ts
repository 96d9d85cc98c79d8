import { MAINTENANCE_THREAD } from '../../work/maintenance-thread.ts';
import { runInWorker } from '../../work/run-in-worker.ts';
import type { TargetAccess } from './target-client.ts';
import { TargetError } from './target-error.ts';

/** A copy to make, and the copies to delete afterwards on the target. */
export interface CopyJob extends TargetAccess {
  file: string;
  name: string;
  outdated: readonly string[];
}

/** A job for the worker thread. */
export type TargetJob = { copying: CopyJob } | { testing: TargetAccess; folder: string };

/** Progress of a copy: the bytes sent so far. */
export type TargetProgress = { sent: number };

/** The result of a job. */
export type TargetResult =
  /** `undeleted`: the outdated copies that could not be deleted. `reason`: the error. */
  { copied: { undeleted: string[]; reason: string | null } } | { tested: TargetTest } | { fault: string };

/** The result of the test of a target. */
export interface TargetTest {
  ok: boolean;
  problem: string | null;
  /** A restriction of a working target: copies cannot be deleted there. */
  note: string | null;
  /** The SFTP host key, when it is not the entered one or none was entered. */
  hostkey: string | null;
}

/** A copy fails after this time without progress. */
const SILENCE_MS = 120_000;

/**
 * Runs a job in a worker thread. Returns the result of its `kind`. Throws a `TargetError`, also after
 * `silence` milliseconds without progress. Throws the reason of `ending` when it is aborted.
 */
export async function runTargetJob<K extends 'copied' | 'tested'>(
  job: TargetJob,
  kind: K,
  onProgress: (progress: TargetProgress) => void,
  ending: AbortSignal,
  silence = SILENCE_MS,
): Promise<Extract<TargetResult, Record<K, unknown>>[K]> {
  const silent = new AbortController();
  const end = () => silent.abort(new TargetError(`The copy made no progress for ${silence / 1000} seconds.`));
  let timer = setTimeout(end, silence);
  const hear = (progress: TargetProgress) => {
    clearTimeout(timer);
    timer = setTimeout(end, silence);
    onProgress(progress);
  };
  try {
    const signal = AbortSignal.any([ending, silent.signal]);
    const result = await runInWorker<TargetJob, TargetProgress, TargetResult>(
      MAINTENANCE_THREAD,
      job,
      hear,
      signal,
    );
    if ('fault' in result) throw new TargetError(result.fault);
    return (result as Extract<TargetResult, Record<K, unknown>>)[kind];
  } finally {
    clearTimeout(timer);
  }
}
