import { Elysia } from 'elysia';
import { type Listener, runtime } from '#runtime';
import type { Config } from '../kit/config.ts';
import { AppError } from '../kit/errors.ts';
import { errorResponse } from '../kit/http/envelope.ts';
import type { CertificatePair } from '../kit/tls/certificate.ts';
import { retryUntilPortIsFree } from './own-port.ts';
import { LISTENER_LIMITS } from './run.ts';

const RETRY_AFTER_S = 5;

/**
 * Listens on the ports of the appliance and returns 503 to every request. This verifies that the program may
 * listen there, and tells clients when to retry. Returns the function that stops listening.
 */
export async function holdPorts(
  { host, port, httpPort }: Pick<Config, 'host' | 'port' | 'httpPort'>,
  tls: CertificatePair | undefined,
): Promise<() => Promise<void>> {
  const listeners: Listener[] = [];
  const stop = async () => void (await Promise.all(listeners.map((listener) => listener.stop(0))));
  const wire = runtime.createTransport();
  const app = new Elysia().all('*', busy).all('/', busy);
  try {
    for (const one of [{ port, tls }, ...(httpPort === null ? [] : [{ port: httpPort, tls: undefined }])])
      listeners.push(
        await retryUntilPortIsFree(() => runtime.listen(app, wire, { host, ...one, ...LISTENER_LIMITS })),
      );
  } catch (cause) {
    await stop();
    throw cause;
  }
  return stop;
}

const busy = (): Response =>
  errorResponse(
    new AppError('BUSY', 'An upgrade is running. Try again in a moment.', undefined, RETRY_AFTER_S),
    crypto.randomUUID(),
    new Date(),
  );
