import { rmSync } from 'node:fs';
import {
  BackupError,
  type BackupErrorKind,
  NoDiskSpaceError,
  WrongPassphraseError,
} from '../backup/backup-error.ts';
import type { Manifest } from '../backup/manifest.ts';
import { MAINTENANCE_THREAD } from '../work/maintenance-thread.ts';
import { runInWorker } from '../work/run-in-worker.ts';
import type { StageRestoreInput } from './stage-restore.ts';

/** The request to the worker thread. */
export type StageRestoreJob = { rehearsing: StageRestoreInput };

/** The response of the worker thread: the manifest of the backup, or the error message and its kind. */
export type StageRestoreResult = { about: Manifest } | { refused: string; kind: BackupErrorKind };

const FAULTS = { file: BackupError, passphrase: WrongPassphraseError, disk: NoDiskSpaceError };

/**
 * Stages a restore in a worker thread, so that the event loop stays free. Throws like `stageRestore` and
 * leaves no staged files then.
 */
export async function runStageRestoreJob(input: StageRestoreInput, signal: AbortSignal): Promise<Manifest> {
  const hear = (): void => undefined;
  const answer = await runInWorker<StageRestoreJob, never, StageRestoreResult>(
    MAINTENANCE_THREAD,
    { rehearsing: input },
    hear,
    signal,
  ).catch((cause) => {
    // An aborted thread could not delete the files that it had unpacked.
    rmSync(input.folder, { recursive: true, force: true });
    throw cause;
  });
  if ('about' in answer) return answer.about;
  throw new FAULTS[answer.kind](answer.refused);
}
