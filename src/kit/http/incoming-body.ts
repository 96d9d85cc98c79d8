import { AppError } from '../errors.ts';
import { bodyTooSlowError, SLOW_BODY_MS } from './body.ts';
import { notifyLastByte } from './last-byte.ts';

/**
 * The number of bytes after which the timeout starts again. A large body may take long, but every body must
 * make progress.
 */
const STRETCH_BYTES = 256 * 1024;

/**
 * A request body as a stream. It ends exactly once: at its last byte, at the first error, when the caller
 * disconnects, or on a timeout. Consumers stop through `signal`.
 */
export class IncomingBody implements AsyncIterable<Uint8Array> {
  private readonly abortController = new AbortController();
  private readonly closed = Promise.withResolvers<void>();
  private clock: ReturnType<typeof setTimeout> | undefined;
  private stretch = 0;

  constructor(
    private readonly req: Request,
    private readonly slowMs: number,
  ) {}

  /** Aborted at the first error. */
  get signal(): AbortSignal {
    return this.abortController.signal;
  }

  /** Resolves when the consumer of the body has finished. */
  get whenClosed(): Promise<void> {
    return this.closed.promise;
  }

  /** Stops reading the body. The first reason counts. */
  end(reason: unknown): void {
    this.stopClock();
    if (!this.signal.aborted) this.abortController.abort(reason);
  }

  /** Runs `work` with the body. Afterwards the body is closed, whether it was read or not. */
  async within<T>(work: (arrival: IncomingBody) => Promise<T>): Promise<T> {
    const { signal } = this.req;
    const onAbort = () => this.end(notWhole());
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    this.startClock();
    try {
      return await work(this);
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.stopClock();
      this.closed.resolve();
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    if (!this.req.body) return this.stopClock();
    const { signal } = this;
    const reader = this.req.body.getReader();
    // Canceling the reader ends the wait for a silent client.
    const leave = () => void reader.cancel().catch(ignore);
    signal.addEventListener('abort', leave, { once: true });
    try {
      for (;;) {
        signal.throwIfAborted();
        const { done, value } = await reader.read().catch(() => Promise.reject(notWhole()));
        signal.throwIfAborted();
        if (done) {
          this.stopClock();
          return await notifyLastByte(this.req);
        }
        this.count(value.byteLength);
        yield value;
      }
    } finally {
      signal.removeEventListener('abort', leave);
      leave();
    }
  }

  private count(bytes: number): void {
    this.stretch += bytes;
    if (this.stretch < STRETCH_BYTES) return;
    this.stretch = 0;
    this.startClock();
  }

  private startClock(): void {
    this.stopClock();
    this.clock = setTimeout(() => this.end(bodyTooSlowError()), this.slowMs);
  }

  private stopClock(): void {
    clearTimeout(this.clock);
  }
}

/**
 * Runs `work` with the body of a request while it arrives. Reading it throws 408 when 256 KiB take over 30
 * seconds, and 400 when the caller disconnects.
 */
export const withIncomingBody = <T>(req: Request, work: (arrival: IncomingBody) => Promise<T>): Promise<T> =>
  new IncomingBody(req, SLOW_BODY_MS).within(work);

const notWhole = () => new AppError('BAD_REQUEST', 'The request is incomplete.');

/** A stream of a closed connection rejects the cancellation, because it has ended already. */
const ignore = () => undefined;
