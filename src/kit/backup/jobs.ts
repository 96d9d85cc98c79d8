import { closeSync, openSync, statSync } from 'node:fs';
import { MAINTENANCE_THREAD } from '../work/maintenance-thread.ts';
import { runInWorker } from '../work/run-in-worker.ts';
import type { InspectBackupInput, Inspection } from './inspect.ts';
import type { BackupFile, CreateBackupInput } from './make.ts';

/** The request to the worker thread. */
export type BackupJob = { making: CreateBackupInput } | { inspecting: InspectBackupInput };
/** The response of the worker thread. */
export type BackupResult = { made: BackupFile } | { found: Inspection };

/**
 * Makes a backup file in a worker thread. Calls `onCopied` once the original database file is no longer
 * needed.
 */
export async function makeBackupInWorker(
  input: CreateBackupInput,
  onCopied: () => void,
  signal: AbortSignal,
): Promise<BackupFile> {
  const answer = await runInWorker<BackupJob, 'copied', BackupResult>(
    MAINTENANCE_THREAD,
    { making: input },
    onCopied,
    signal,
  );
  if (!('made' in answer)) throw new Error('The backup worker returned an unexpected result.');
  return answer.made;
}

/** Makes a backup file from a database file that no connection has open. Throws like `makeBackupInWorker`. */
export async function makeBackupOfFile(
  database: string,
  input: Omit<CreateBackupInput, 'database'>,
  signal: AbortSignal,
): Promise<BackupFile> {
  const handle = openSync(database, 'r');
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(handle);
    isOpen = false;
  };
  try {
    const { size: bytes } = statSync(database);
    return await makeBackupInWorker({ ...input, database: { handle, bytes } }, close, signal);
  } finally {
    close();
  }
}

/** The minimum time limit of a verification, however small the file: it may be on a slow disk. */
const LEAST_MS = 60_000;
const BYTES_PER_MS = 1000;

/** Returns the time limit of a verification in milliseconds, for a file of this size. */
export const computeInspectionTimeout = (bytes: number): number => LEAST_MS + Math.ceil(bytes / BYTES_PER_MS);

const TOO_LONG: Inspection = {
  isOpen: true,
  manifest: undefined,
  problems: ['Reading the file takes too long for its size.'],
};

/**
 * Verifies a backup in a worker thread. Beyond the time limit that `patience` returns, the result contains
 * that problem. Throws the reason of the signal when it is aborted.
 */
export async function inspectBackupInWorker(
  inspecting: InspectBackupInput,
  signal: AbortSignal,
  patience = computeInspectionTimeout,
): Promise<Inspection> {
  signal.throwIfAborted();
  const clock = AbortSignal.timeout(patience(statSync(inspecting.file).size));
  const either = AbortSignal.any([signal, clock]);
  try {
    const answer = await runInWorker<BackupJob, never, BackupResult>(
      MAINTENANCE_THREAD,
      { inspecting },
      () => undefined,
      either,
    );
    if (!('found' in answer)) throw new Error('The backup worker returned an unexpected result.');
    return answer.found;
  } catch (cause) {
    if (cause === clock.reason) return TOO_LONG;
    throw cause;
  }
}
