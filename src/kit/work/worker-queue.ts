import type { Worker } from 'node:worker_threads';
import { runtime } from '#runtime';
import { AppError } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';
import { yieldToEventLoop } from '../time-slice.ts';
import type { WorkerRequest, WorkerResponse } from './serve-work.ts';

const MB = 1024 * 1024;
/** How often the memory of a job is looked at, in milliseconds. */
const LOOK_MS = 10;
/** A thread that nobody has needed for so long ends: it holds memory. */
const IDLE_MS = 10_000;

export interface WorkLimits {
  /** Milliseconds for one job. */
  ms: number;
  /** Megabytes by which the process may grow while one runs. */
  mb: number;
  /** Jobs of one caller that may wait; one more is 429. */
  waiting: number;
}

/** Who asks for a job. */
export interface JobCaller {
  /** In which line he waits: one of each comes after the other. */
  line: string;
  /** Is aborted when he leaves. */
  left?: AbortSignal;
}

const LIMITS: WorkLimits = { ms: 5000, mb: 128, waiting: 100 };
/** A thread that has grown by so many megabytes ends with its job: only then the system has them back. */
const GROWN_MB = 16;

/**
 * Work on input that nobody can vouch for, in a thread of its own: one job at a time, with a deadline and a bound on
 * memory. A job that reaches either ends with its thread; nobody else has to wait for it, and the next one begins anew.
 */
export class WorkerQueue<J, P, R> {
  private worker: Worker | undefined;
  private readonly queue = new FairQueue();
  private isAtWork = false;
  private idle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    /** The worker's file from the project's root; its name ends in `.worker.ts`. */
    private readonly file: string,
    private readonly limits: WorkLimits = LIMITS,
  ) {}

  /**
   * The result; its pieces go to `take` as they are made, each in a turn of its own. 413 at a limit. The bytes of a job go
   * over to the thread: here there are none left.
   */
  async run(job: J, { line, left }: JobCaller, take: (part: P) => void = () => undefined): Promise<R> {
    if (this.queue.lengthOf(line) >= this.limits.waiting)
      throw new AppError(
        'RATE_LIMITED',
        'Too many large reports wait here. Send it again later.',
        undefined,
        30,
      );
    if (this.isAtWork) await this.queue.join(line, left);
    this.isAtWork = true;
    try {
      return await this.runNow(job, take);
    } finally {
      if (this.queue.size > 0) this.queue.next();
      else {
        this.isAtWork = false;
        this.endWhenIdle();
      }
    }
  }

  close(): void {
    clearTimeout(this.idle);
    void this.end();
  }

  /** What the thread held, here as well as there, goes back to the system. */
  private async end(): Promise<void> {
    const { worker } = this;
    if (!worker) return;
    this.worker = undefined;
    await worker.terminate();
    runtime.collectGarbage();
  }

  private async runNow(job: J, take: (part: P) => void): Promise<R> {
    clearTimeout(this.idle);
    this.worker ??= runtime.startWorker(this.file, this.limits.mb);
    const { worker } = this;
    const guard = this.guard();
    try {
      for (let asked: WorkerRequest = { job }; ; asked = 'next') {
        const answer = await Promise.race([ask<P, R>(worker, asked), guard.broken]);
        if ('failed' in answer) throw new Error(`A worker thread failed: ${answer.failed}`);
        if ('result' in answer) return answer.result;
        take(answer.part);
        await yieldToEventLoop();
      }
    } catch (cause) {
      // Whatever it was doing, it goes no further with it.
      await this.end();
      throw cause;
    } finally {
      guard.end();
      if (guard.grownMb > GROWN_MB) await this.end();
    }
  }

  /** Rejects when the job takes too long or too much. */
  private guard(): { broken: Promise<never>; end(): void; readonly grownMb: number } {
    const { ms, mb } = this.limits;
    const [began, before] = [performance.now(), process.memoryUsage.rss()];
    const grownMb = () => (process.memoryUsage.rss() - before) / MB;
    let timer: ReturnType<typeof setInterval>;
    const broken = new Promise<never>((_resolve, reject) => {
      timer = setInterval(() => {
        if (performance.now() - began > ms) reject(tooHard('time'));
        else if (grownMb() > mb) reject(tooHard('memory'));
      }, LOOK_MS);
    });
    broken.catch(() => undefined);
    return {
      broken,
      end: () => clearInterval(timer),
      get grownMb() {
        return grownMb();
      },
    };
  }

  private endWhenIdle(): void {
    this.idle = setTimeout(() => this.close(), IDLE_MS);
    this.idle.unref();
  }
}

/** The memory that goes over with a job: of bytes that are all of their memory, not a view of some that others use. */
function ownedBy(asked: WorkerRequest): ArrayBuffer[] {
  if (asked === 'next' || typeof asked.job !== 'object' || asked.job === null) return [];
  return Object.values(asked.job).flatMap((value) =>
    value instanceof Uint8Array &&
    value.buffer instanceof ArrayBuffer &&
    value.buffer.byteLength === value.byteLength
      ? [value.buffer]
      : [],
  );
}

function ask<P, R>(worker: Worker, asked: WorkerRequest): Promise<WorkerResponse<P, R>> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      worker.off('message', told).off('error', failed).off('exit', ended);
      finish();
    };
    const told = (answer: WorkerResponse<P, R>) => settle(() => resolve(answer));
    const failed = (cause: Error & { code?: string }) =>
      settle(() => reject(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHard('memory') : cause));
    const ended = () => settle(() => reject(tooHard('memory')));
    worker.on('message', told).on('error', failed).on('exit', ended);
    worker.postMessage(asked, ownedBy(asked));
  });
}

const tooHard = (what: 'time' | 'memory') =>
  new AppError('PAYLOAD_TOO_LARGE', `Reading this body takes too much ${what}. Send less at once.`);
