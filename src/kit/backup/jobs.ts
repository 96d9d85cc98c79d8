import { runErrand } from '../work/errand.ts';
import type { Inspecting, Inspection } from './inspect.ts';
import type { BackupFile, Making } from './make.ts';

/** What the thread is asked for. */
export type BackupJob = { making: Making } | { inspecting: Inspecting };
/** What it answers. */
export type BackupResult = { made: BackupFile } | { found: Inspection };

const FILE = 'src/kit/backup/backup.worker.ts';

/** Makes the file of a backup in a thread of its own; `copied` is called once the database's file is needed no longer. */
export async function make(making: Making, copied: () => void, signal: AbortSignal): Promise<BackupFile> {
  const answer = await runErrand<BackupJob, 'copied', BackupResult>(FILE, { making }, copied, signal);
  if (!('made' in answer)) throw new Error('The thread did something else.');
  return answer.made;
}

/** Looks at a backup in a thread of its own. */
export async function inspect(inspecting: Inspecting, signal: AbortSignal): Promise<Inspection> {
  const answer = await runErrand<BackupJob, never, BackupResult>(
    FILE,
    { inspecting },
    () => undefined,
    signal,
  );
  if (!('found' in answer)) throw new Error('The thread did something else.');
  return answer.found;
}
