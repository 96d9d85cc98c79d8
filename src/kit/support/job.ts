import { statSync } from 'node:fs';
import { join } from 'node:path';
import { computeInspectionTimeout } from '../backup/jobs.ts';
import { DATABASE } from '../backup/manifest.ts';
import type { Chain } from '../data/migrate.ts';
import type { DeclaredData } from '../declared-data.ts';
import { AppError } from '../errors.ts';
import { runInWorker } from '../work/run-in-worker.ts';
import { MAINTENANCE_THREAD } from '../work/maintenance-thread.ts';

/** State that is only in the memory of a running appliance. */
export interface LiveState {
  /** Response of `GET /api/appliance`. */
  appliance: unknown;
  /** Response of `GET /api/metrics`. */
  figures: string;
  jobs: unknown;
  /** Errors of plugins since the start. */
  faults: unknown;
  /** Ids of the features and plugins that run. */
  running: readonly string[];
}

/** The request for a support bundle. It is plain data, because it is posted to a thread. */
export interface SupportBundleOptions {
  data: string;
  /** True when the appliance serves HTTPS itself. */
  tls: boolean;
  /** UTC instant. */
  at: string;
  /** True when names and addresses of people and PCs stay. Secrets never stay. */
  isPersonal: boolean;
  declared: DeclaredData;
  chains: readonly Chain[];
  /** Secrets of the environment. */
  secrets: readonly string[];
  /** Undefined without a running appliance. */
  live: LiveState | undefined;
  /** True when the doctor examines the data, which reads all of the database. */
  isExamined: boolean;
}

/** A support bundle. */
export interface SupportBundle {
  /** A gzip-compressed tar archive. */
  content: Uint8Array;
  /** A sentence for each part that could not be made. */
  missing: string[];
}

export interface SupportJob {
  supporting: SupportBundleOptions;
}
export interface SupportJobResult {
  bundle: SupportBundle;
}

/**
 * Makes a support bundle in a thread of its own, without the doctor when that takes far longer than a database of its size
 * should. Throws the reason of the signal when that is aborted, and an Error when it takes too long without the doctor too.
 */
export async function runSupportJob(
  options: SupportBundleOptions,
  signal = new AbortController().signal,
  patience = computeInspectionTimeout,
): Promise<SupportBundle> {
  const first = await runForSomeTime(options, signal, patience);
  if (first) return first;
  const second = options.isExamined
    ? await runForSomeTime({ ...options, isExamined: false }, signal, patience)
    : undefined;
  if (second) return second;
  throw new AppError('BUSY', 'Making the support bundle takes far too long: try again later.');
}

/** Returns the bundle; undefined when it takes too long. */
async function runForSomeTime(
  options: SupportBundleOptions,
  signal: AbortSignal,
  patience: typeof computeInspectionTimeout,
): Promise<SupportBundle | undefined> {
  const database = statSync(join(options.data, DATABASE), { throwIfNoEntry: false });
  const clock = AbortSignal.timeout(patience(database?.size ?? 0));
  try {
    return await runInThread(options, AbortSignal.any([signal, clock]));
  } catch (cause) {
    if (cause !== clock.reason || signal.aborted) throw cause;
    return undefined;
  }
}

async function runInThread(supporting: SupportBundleOptions, signal: AbortSignal): Promise<SupportBundle> {
  const job: SupportJob = { supporting };
  const result = await runInWorker<SupportJob, never, SupportJobResult>(
    MAINTENANCE_THREAD,
    job,
    () => undefined,
    signal,
  );
  return result.bundle;
}
