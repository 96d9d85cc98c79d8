import { parentPort } from 'node:worker_threads';

/** A message to the thread: a new job, or `next` to continue the running one. */
export type WorkerRequest = { job: unknown } | 'next';

/** A response of the thread: a part of the result, the rest of it, or an error. */
export type WorkerResponse<P, R> = { part: P } | { result: R } | { failed: string };

/**
 * Runs in a worker thread and processes the jobs of its `WorkerQueue` one after the other. Each job is a
 * generator that yields the parts of its result. A part is produced only after the previous one was consumed.
 */
export function serveWork<J, P, R>(work: (job: J) => Generator<P, R>): void {
  let running: Generator<P, R> | undefined;
  const answer = (request: WorkerRequest): WorkerResponse<P, R> => {
    try {
      if (request !== 'next') running = work(request.job as J);
      const { done, value } = running!.next();
      return done ? { result: value } : { part: value };
    } catch (cause) {
      return { failed: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) };
    }
  };
  parentPort!.on('message', (request: WorkerRequest) => parentPort!.postMessage(answer(request)));
}
