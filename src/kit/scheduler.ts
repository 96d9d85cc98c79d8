import { Cron } from 'croner';
import type { Clock } from './clock.ts';
import type { Database } from './data/database.ts';
import { errorMessageOf } from './error-message.ts';
import { AppError, notFound } from './errors.ts';
import { allJobs, recordJobRun } from './job-queries.ts';
import type { Log } from './log.ts';

/** A job with everything it needs. It can run twice or be missed without harm. */
export interface ScheduledJob {
  name: string;
  title: string;
  /**
   * A cron expression in the time zone of the server. A function for a job that its feature starts itself; ''
   * for never.
   */
  schedule: string | (() => string);
  run(): void | Promise<void>;
  /** Runs when jobs may start, for a job that its feature starts itself. */
  begin?(): void;
}

interface Parts {
  db: Database;
  clock: Clock;
  log: Pick<Log, 'error'>;
  jobs: readonly ScheduledJob[];
}

export interface JobState {
  jobname: string;
  title: string;
  schedule: string;
  running: boolean;
  lastrun: string | null;
  lastresult: 'ok' | 'failed' | null;
  lasterror: string | null;
  /** The duration of the last run in milliseconds; null before the first one ends. */
  lastduration: number | null;
  nextrun: string | null;
}

/** The values of a job for the metrics. */
export interface JobFigures {
  jobname: string;
  /** Failures since the start. */
  failures: number;
  /**
   * The time of the last success; null when none is recorded. A success before the start is recorded only
   * when it was the last run.
   */
  lastsuccess: string | null;
  isfailed: boolean;
}

/** Runs the jobs of the features and enabled plugins, and records the result of each. */
export class Scheduler {
  private readonly timers = new Map<string, Cron>();
  private readonly running = new Set<string>();
  /** The number of failures since the start, by the name of the job. */
  private readonly failures = new Map<string, number>();
  private readonly successes = new Map<string, string>();

  constructor(private readonly parts: Parts) {}

  /** Lets each job begin, and starts the timers of those with a schedule of their own. */
  start(): void {
    for (const { name, schedule, begin } of this.parts.jobs) {
      begin?.();
      if (typeof schedule === 'function') continue;
      this.timers.set(name, new Cron(schedule, { unref: true }, () => this.runDue(name)));
    }
  }

  stop(): void {
    for (const timer of this.timers.values()) timer.stop();
    this.timers.clear();
  }

  /** Returns the number of jobs that run now. */
  countRunning(): number {
    return this.running.size;
  }

  /** Returns the state of each job. `nextrun` is null for a job that never runs. */
  listStates(): JobState[] {
    const rows = this.parts.db.read((reader) => allJobs.all(reader));
    return this.parts.jobs.map((job) => {
      const row = rows.find((candidate) => candidate.jobname === job.name);
      const schedule = typeof job.schedule === 'function' ? job.schedule() : job.schedule;
      return {
        jobname: job.name,
        title: job.title,
        schedule,
        running: this.running.has(job.name),
        lastrun: row?.lastrun ?? null,
        lastresult: row?.lastresult ?? null,
        lasterror: row?.lasterror ?? null,
        lastduration: row?.lastduration ?? null,
        nextrun:
          schedule === '' ? null : (new Cron(schedule, { paused: true }).nextRun()?.toISOString() ?? null),
      };
    });
  }

  /** Returns the values of each job for the metrics. Failures count since the start. */
  figures(): JobFigures[] {
    const rows = this.parts.db.read((reader) => allJobs.all(reader));
    return this.parts.jobs.map(({ name: jobname }) => {
      const row = rows.find((candidate) => candidate.jobname === jobname);
      const before = row?.lastresult === 'ok' ? row.lastrun : null;
      return {
        jobname,
        failures: this.failures.get(jobname) ?? 0,
        lastsuccess: this.successes.get(jobname) ?? before,
        isfailed: row?.lastresult === 'failed',
      };
    });
  }

  /** Runs a job at its scheduled time, unless it is still running. */
  async runDue(name: string): Promise<void> {
    if (this.running.has(name)) return;
    try {
      await this.run(name);
    } catch (cause) {
      this.parts.log.error('recording a job result failed', { job: name, cause });
    }
  }

  /**
   * Runs a job now. Throws 404 for an unknown job and 409 while it runs. A failure is recorded, not thrown.
   */
  async run(name: string): Promise<JobState> {
    const job = this.parts.jobs.find((candidate) => candidate.name === name);
    if (!job) throw notFound('Job');
    if (this.running.has(name)) throw new AppError('CONFLICT', 'This job is already running.');
    this.running.add(name);
    const started = this.parts.clock.now();
    const began = performance.now();
    let error: string | null = null;
    try {
      await job.run();
    } catch (cause) {
      error = errorMessageOf(cause);
      this.parts.log.error('job failed', { job: name, cause });
    } finally {
      this.running.delete(name);
    }
    this.saveResult(name, started.toISOString(), error, Math.round(performance.now() - began));
    return this.listStates().find((state) => state.jobname === name)!;
  }

  private saveResult(jobname: string, lastrun: string, lasterror: string | null, lastduration: number): void {
    const lastresult = lasterror === null ? 'ok' : 'failed';
    if (lasterror === null) this.successes.set(jobname, lastrun);
    else this.failures.set(jobname, (this.failures.get(jobname) ?? 0) + 1);
    this.parts.db.writeUnaudited((tx) =>
      recordJobRun.run(tx, { jobname, lastrun, lastresult, lasterror, lastduration }),
    );
  }
}
