/**
 * Returns the result of `work`. Rejects with the reason of the signal as soon as it is aborted; `work` is not
 * started when the signal is aborted already.
 */
export async function waitUnlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const leave = () => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  work()
    .then(resolve, reject)
    .finally(() => signal.removeEventListener('abort', leave));
  return promise;
}
