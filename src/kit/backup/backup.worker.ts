import { serveErrand } from '../work/errand.ts';
import { inspect } from './inspect.ts';
import type { BackupJob, BackupResult } from './jobs.ts';
import { makeBackup } from './make.ts';

serveErrand<BackupJob, 'copied', BackupResult>(async (job, tell) =>
  'making' in job
    ? { made: await makeBackup(job.making, () => tell('copied')) }
    : { found: await inspect(job.inspecting) },
);
