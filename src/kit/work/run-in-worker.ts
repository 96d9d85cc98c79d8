import { setTimeout as delay } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { runtime } from '#runtime';
import { errorMessageOf } from '../error-message.ts';

/**
 * The maximum wait in milliseconds for a thread to end. A statement of SQLite cannot be interrupted, so its
 * thread ends only after it.
 */
const ENDING_MS = 1000;
/** The heap limit in megabytes. It is sufficient because content is read and written in chunks. */
const HEAP_MB = 256;

/**
 * A message of the thread: a part of the result, the rest of it, or an error, whose `code` is for example
 * `ENOSPC`.
 */
type Message<P, R> = { part: P } | { result: R } | { failed: string; code?: unknown };

/**
 * Runs one job that may take minutes, such as the copy of a large database, in its own thread. Returns its
 * result. `onPart` receives the messages that the job sends while it runs. Throws an Error with the message
 * and the code of the error in the thread, or the reason of the signal. The thread ends with the job or when
 * `signal` is aborted.
 */
export function runInWorker<J, P, R>(
  /** The path of the worker file from the project root. Its name ends in `.worker.ts`. */
  file: string,
  job: J,
  onPart: (part: P) => void,
  signal: AbortSignal,
): Promise<R> {
  signal.throwIfAborted();
  const worker = runtime.startWorker(file, HEAP_MB);
  const { promise, resolve, reject } = Promise.withResolvers<R>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  worker.on('error', reject);
  worker.on('exit', (code) => reject(new Error(`A worker thread exited with code ${code}.`)));
  worker.on('message', (message: Message<P, R>) => {
    if ('part' in message) onPart(message.part);
    else if ('result' in message) resolve(message.result);
    else reject(Object.assign(new Error(message.failed), { code: message.code }));
  });
  worker.postMessage(job);
  return promise.finally(async () => {
    signal.removeEventListener('abort', abort);
    await Promise.race([worker.terminate(), delay(ENDING_MS, undefined, { ref: false })]);
  });
}

/**
 * Runs in the worker thread and does the one job that is sent to it. Sends back the result, or the message
 * and the code of the error.
 */
export function serveWorkerJob<J, P, R>(work: (job: J, onPart: (part: P) => void) => Promise<R>): void {
  parentPort!.once('message', async (job: J) => {
    const post = (message: Message<P, R>) => parentPort!.postMessage(message);
    try {
      post({ result: await work(job, (part) => post({ part })) });
    } catch (cause) {
      post({ failed: errorMessageOf(cause), code: (cause as { code?: unknown } | null)?.code });
    }
  });
}
