import type { Worker } from 'node:worker_threads';
import { runtime } from '#runtime';
import { AppError } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';
import { yieldToEventLoop } from '../time-slice.ts';
import type { WorkerRequest, WorkerResponse } from './serve-work.ts';

const MB = 1024 * 1024;
/** The interval in milliseconds at which the memory of a job is checked. */
const LOOK_MS = 10;
/** The idle time in milliseconds after which a thread ends to release its memory. */
const IDLE_MS = 10_000;

export interface WorkLimits {
  /** The maximum time of one job in milliseconds. */
  ms: number;
  /** The megabytes by which the process may grow while a job runs. */
  mb: number;
  /** The maximum number of waiting jobs in one line. Beyond it, `run` throws 429. */
  waiting: number;
}

export interface JobCaller {
  /** The line in which the job waits. The lines take turns. */
  line: string;
  /** Aborted when the caller disconnects. */
  left?: AbortSignal;
}

const LIMITS: WorkLimits = { ms: 5000, mb: 128, waiting: 100 };
/**
 * A thread ends after a job during which the process grew by more megabytes than this. Only then is the
 * memory returned to the system.
 */
const MAX_GROWTH_MB = 16;

/**
 * Runs jobs on untrusted input in a worker thread, one at a time, with limits on time and memory. A job that
 * exceeds a limit is terminated with its thread, so that other jobs need not wait for it. The next job starts
 * a new thread.
 */
export class WorkerQueue<J, P, R> {
  private worker: Worker | undefined;
  private readonly queue = new FairQueue();
  private isAtWork = false;
  private idle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    /** The path of the worker file from the project root. Its name ends in `.worker.ts`. */
    private readonly file: string,
    private readonly limits: WorkLimits = LIMITS,
  ) {}

  /**
   * Returns the result of a job. Its parts are passed to `onPart` as they are produced, each in its own turn
   * of the event loop. Throws 413 when the job exceeds its time or memory. Throws 429 when too many jobs of
   * its line wait, and 400 when the caller disconnects during the wait. Buffers in the job may be transferred
   * to the thread, so the caller must not use them afterwards.
   */
  async run(job: J, { line, left }: JobCaller, onPart: (part: P) => void = () => undefined): Promise<R> {
    if (this.queue.lengthOf(line) >= this.limits.waiting)
      throw new AppError(
        'RATE_LIMITED',
        'Too many large reports are waiting. Send this one again later.',
        undefined,
        30,
      );
    if (this.isAtWork) await this.queue.join(line, left);
    this.isAtWork = true;
    try {
      return await this.runNow(job, onPart);
    } finally {
      if (this.queue.size > 0) this.queue.next();
      else {
        this.isAtWork = false;
        this.endWhenIdle();
      }
    }
  }

  /** Ends the thread without waiting. A running job then fails. */
  close(): void {
    clearTimeout(this.idle);
    void this.end();
  }

  /**
   * Ends the thread, so that its memory is returned to the system. A garbage collection releases the memory
   * that its jobs used in this thread.
   */
  private async end(): Promise<void> {
    const { worker } = this;
    if (!worker) return;
    this.worker = undefined;
    await worker.terminate();
    runtime.collectGarbage();
  }

  private async runNow(job: J, onPart: (part: P) => void): Promise<R> {
    clearTimeout(this.idle);
    this.worker ??= runtime.startWorker(this.file, this.limits.mb);
    const { worker } = this;
    const guard = this.guard();
    try {
      for (let request: WorkerRequest = { job }; ; request = 'next') {
        const answer = await Promise.race([ask<P, R>(worker, request), guard.broken]);
        if ('failed' in answer) throw new Error(`A worker thread failed: ${answer.failed}`);
        if ('result' in answer) return answer.result;
        onPart(answer.part);
        await yieldToEventLoop();
      }
    } catch (cause) {
      // Ending the thread stops the failed job.
      await this.end();
      throw cause;
    } finally {
      guard.end();
      if (guard.grownMb > MAX_GROWTH_MB) await this.end();
    }
  }

  /**
   * Watches the limits of a job. `broken` rejects when the job exceeds its time or memory; `end` stops the
   * watch.
   */
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

/**
 * Returns the buffers that are transferred with a job. A view of a larger buffer is copied instead, because
 * other code uses that buffer.
 */
function ownedBy(request: WorkerRequest): ArrayBuffer[] {
  if (request === 'next' || typeof request.job !== 'object' || request.job === null) return [];
  return Object.values(request.job).flatMap((value) =>
    value instanceof Uint8Array &&
    value.buffer instanceof ArrayBuffer &&
    value.buffer.byteLength === value.byteLength
      ? [value.buffer]
      : [],
  );
}

function ask<P, R>(worker: Worker, request: WorkerRequest): Promise<WorkerResponse<P, R>> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      finish();
    };
    const onMessage = (answer: WorkerResponse<P, R>) => settle(() => resolve(answer));
    const onError = (cause: Error & { code?: string }) =>
      settle(() => reject(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHard('memory') : cause));
    const onExit = () => settle(() => reject(tooHard('memory')));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(request, ownedBy(request));
  });
}

const tooHard = (what: 'time' | 'memory') =>
  new AppError('PAYLOAD_TOO_LARGE', `Reading this body takes too much ${what}. Send less data at once.`);
