import { BackupError } from '../backup/backup-error.ts';
import { inspectBackup } from '../backup/inspect.ts';
import type { BackupJob, BackupResult } from '../backup/jobs.ts';
import { makeBackup } from '../backup/make.ts';
import type { TargetJob, TargetProgress, TargetResult } from '../backup/targets/copy-job.ts';
import { executeTargetJob } from '../backup/targets/run-in-thread.ts';
import { stageRestore } from '../restore/stage-restore.ts';
import type { StageRestoreJob, StageRestoreResult } from '../restore/stage-restore-job.ts';
import { createSupportBundle } from '../support/bundle.ts';
import type { SupportJob, SupportJobResult } from '../support/job.ts';
import { serveWorkerJob } from '../work/run-in-worker.ts';

serveWorkerJob<
  BackupJob | StageRestoreJob | TargetJob | SupportJob,
  'copied' | TargetProgress,
  BackupResult | StageRestoreResult | TargetResult | SupportJobResult
>(async (job, onPart) => {
  if ('copying' in job || 'testing' in job) return executeTargetJob(job, onPart);
  if ('making' in job) return { made: await makeBackup(job.making, () => onPart('copied')) };
  if ('supporting' in job) return { bundle: await createSupportBundle(job.supporting) };
  if ('inspecting' in job) return { found: await inspectBackup(job.inspecting) };
  return stageRestore(job.rehearsing).then((manifest) => ({ about: manifest }), refusal);
});

/**
 * Returns the message and kind of a `BackupError`, because a thread can pass only the message of an
 * exception. Throws any other error again.
 */
function refusal(cause: unknown): StageRestoreResult {
  if (!(cause instanceof BackupError)) throw cause;
  return { refused: cause.message, kind: cause.kind };
}
