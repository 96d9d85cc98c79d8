import { BackupFault, WrongPassphrase } from '../backup/fault.ts';
import { inspect } from '../backup/inspect.ts';
import type { BackupJob, BackupResult } from '../backup/jobs.ts';
import { makeBackup } from '../backup/make.ts';
import type { Progress, TargetJob, TargetResult } from '../backup/targets/copy-job.ts';
import { executeTargetJob } from '../backup/targets/run-in-thread.ts';
import { serveErrand } from '../work/errand.ts';
import type { RehearsalJob, Rehearsed } from './apart.ts';
import { rehearse } from './rehearsal.ts';

// One thread for all that is done with backups: each further one would make an executable larger by megabytes.
serveErrand<
  BackupJob | RehearsalJob | TargetJob,
  'copied' | Progress,
  BackupResult | Rehearsed | TargetResult
>(async (job, tell) => {
  if ('copying' in job || 'testing' in job) return executeTargetJob(job, tell);
  if ('making' in job) return { made: await makeBackup(job.making, () => tell('copied')) };
  if ('inspecting' in job) return { found: await inspect(job.inspecting) };
  return rehearse(job.rehearsing).then((about) => ({ about }), refusal);
});

/** Only a message comes through from a thread: which kind of fault it is, is said beside it. */
function refusal(cause: unknown): Rehearsed {
  if (!(cause instanceof BackupFault)) throw cause;
  return { refused: cause.message, isOfPassphrase: cause instanceof WrongPassphrase };
}
