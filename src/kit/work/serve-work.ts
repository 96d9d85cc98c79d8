import { parentPort } from 'node:worker_threads';

/** What the thread is asked: to begin a job, or to go on with it. */
export type WorkerRequest = { job: unknown } | 'next';

/** What it responseSchema: a piece of the result, the rest of it, or what kept it from one. */
export type WorkerResponse<P, R> = { part: P } | { result: R } | { failed: string };

/**
 * Runs in a worker thread: answers the jobs of its `WorkerQueue` one after the other, each a generator that yields the
 * pieces of its result. A piece is made when the one before it was taken.
 */
export function serveWork<J, P, R>(work: (job: J) => Generator<P, R>): void {
  let running: Generator<P, R> | undefined;
  const answer = (asked: WorkerRequest): WorkerResponse<P, R> => {
    try {
      if (asked !== 'next') running = work(asked.job as J);
      const { done, value } = running!.next();
      return done ? { result: value } : { part: value };
    } catch (cause) {
      return { failed: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) };
    }
  };
  parentPort!.on('message', (asked: WorkerRequest) => parentPort!.postMessage(answer(asked)));
}
