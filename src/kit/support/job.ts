import { statSync } from 'node:fs';
import { join } from 'node:path';
import { computeInspectionTimeout } from '../backup/jobs.ts';
import { DATABASE } from '../backup/manifest.ts';
import type { Chain } from '../data/migrate.ts';
import type { DeclaredData } from '../declared-data.ts';
import { AppError } from '../errors.ts';
import { MAINTENANCE_THREAD } from '../work/maintenance-thread.ts';
import { runInWorker } from '../work/run-in-worker.ts';

/** State that is only in the memory of a running appliance. */
export interface LiveState {
  /** The response of `GET /api/appliance`. */
  appliance: unknown;
  /** The response of `GET /api/metrics`. */
  figures: string;
  jobs: unknown;
  /** The errors of plugins since the start. */
  faults: unknown;
  /** The IDs of the running features and plugins. */
  running: readonly string[];
}

/** The request for a support bundle. It is plain data, because it is posted to a thread. */
export interface SupportBundleOptions {
  data: string;
  /** True when the appliance serves HTTPS itself. */
  tls: boolean;
  /** The time of the request as a UTC instant. */
  at: string;
  /** True to include names and addresses of people and PCs. Secrets are never included. */
  isPersonal: boolean;
  declared: DeclaredData;
  chains: readonly Chain[];
  /** The secrets in environment variables. */
  secrets: readonly string[];
  /** The state of the running appliance; undefined without one. */
  live: LiveState | undefined;
  /** True to include the report of the doctor, which reads the whole database. */
  isExamined: boolean;
}

export interface SupportBundle {
  /** A gzip-compressed tar archive. */
  content: Uint8Array;
  /** A sentence for each part that could not be created. */
  missing: string[];
}

export interface SupportJob {
  supporting: SupportBundleOptions;
}
export interface SupportJobResult {
  bundle: SupportBundle;
}

/**
 * Creates a support bundle in its own thread. If an examination takes far longer than expected for the size
 * of the database, tries again without the doctor. Throws the reason of the signal when it is aborted, and
 * 503 BUSY when the last attempt takes too long.
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
  throw new AppError('BUSY', 'Creating the support bundle took too long. Try again later.');
}

/** Returns the bundle, or undefined when it takes too long. */
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
