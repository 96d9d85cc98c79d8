import { rmSync } from 'node:fs';
import {
  BackupError,
  type BackupErrorKind,
  NoDiskSpaceError,
  WrongPassphraseError,
} from '../backup/backup-error.ts';
import type { Manifest } from '../backup/manifest.ts';
import { runInWorker } from '../work/run-in-worker.ts';
import { MAINTENANCE_THREAD } from '../work/maintenance-thread.ts';
import type { StageRestoreInput } from './stage-restore.ts';

/** What the thread is asked for. */
export type StageRestoreJob = { rehearsing: StageRestoreInput };

/** What the thread responseSchema: what the backup says of itself, or what is wrong with it. */
export type StageRestoreResult = { about: Manifest } | { refused: string; kind: BackupErrorKind };

const FAULTS = { file: BackupError, passphrase: WrongPassphraseError, disk: NoDiskSpaceError };

/** Rehearses in a thread of its own, so that everybody else goes on; throws as `rehearse` does, and nothing is left then. */
export async function runStageRestoreJob(
  rehearsal: StageRestoreInput,
  signal: AbortSignal,
): Promise<Manifest> {
  const hear = (): void => undefined;
  const answer = await runInWorker<StageRestoreJob, never, StageRestoreResult>(
    MAINTENANCE_THREAD,
    { rehearsing: rehearsal },
    hear,
    signal,
  ).catch((cause) => {
    // A thread that was ended could not take away what it had unpacked.
    rmSync(rehearsal.folder, { recursive: true, force: true });
    throw cause;
  });
  if ('about' in answer) return answer.about;
  throw new FAULTS[answer.kind](answer.refused);
}
