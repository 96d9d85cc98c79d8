import { setTimeout as delay } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { runtime } from '#runtime';
import { errorMessageOf } from '../error-message.ts';

/** Nothing ends a statement of SQLite from outside: a thread in the middle of one ends after it, and nobody waits longer. */
const ENDING_MS = 1000;
/** Megabytes of heap: what is read and written goes through in pieces. */
const HEAP_MB = 256;

type Message<P, R> = { part: P } | { result: R } | { failed: string };

/**
 * One job in a thread of its own that may take minutes, such as the copy of a large database. Answers its result; `hear`
 * is given what it tells on the way. Throws an Error with the message of whatever it threw. The thread ends with the
 * job, or when `signal` says so.
 */
export function runInWorker<J, P, R>(
  /** The worker's file from the project's root; its name ends in `.worker.ts`. */
  file: string,
  job: J,
  hear: (part: P) => void,
  signal: AbortSignal,
): Promise<R> {
  signal.throwIfAborted();
  const worker = runtime.startWorker(file, HEAP_MB);
  const { promise, resolve, reject } = Promise.withResolvers<R>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  worker.on('error', reject);
  worker.on('exit', (code) => reject(new Error(`A worker thread ended with code ${code}.`)));
  worker.on('message', (message: Message<P, R>) => {
    if ('part' in message) hear(message.part);
    else if ('result' in message) resolve(message.result);
    else reject(new Error(message.failed));
  });
  worker.postMessage(job);
  return promise.finally(async () => {
    signal.removeEventListener('abort', abort);
    await Promise.race([worker.terminate(), delay(ENDING_MS, undefined, { ref: false })]);
  });
}

/** Runs in the worker thread: does the one job that it is sent. */
export function serveWorkerJob<J, P, R>(work: (job: J, tell: (part: P) => void) => Promise<R>): void {
  parentPort!.once('message', async (job: J) => {
    const post = (message: Message<P, R>) => parentPort!.postMessage(message);
    try {
      post({ result: await work(job, (part) => post({ part })) });
    } catch (cause) {
      post({ failed: errorMessageOf(cause) });
    }
  });
}
