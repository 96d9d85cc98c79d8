import { AppError } from '../errors.ts';
import { bodyTooSlowError, SLOW_BODY_MS } from './body.ts';
import { notifyLastByte } from './last-byte.ts';

/** A body has the time of any slow body for each of these bytes: a large one may take long, and none may stand still. */
const STRETCH_BYTES = 256 * 1024;

/**
 * A body that is taken piece by piece while it arrives. It ends once: with its last byte, with the first thing that is
 * wrong with it, when the caller leaves, or when it is too slow. Whatever waits for it ends with it, by `signal`.
 */
export class IncomingBody implements AsyncIterable<Uint8Array> {
  private readonly over = new AbortController();
  private readonly closed = Promise.withResolvers<void>();
  private clock: ReturnType<typeof setTimeout> | undefined;
  private stretch = 0;

  constructor(
    private readonly req: Request,
    private readonly slowMs: number,
  ) {}

  /** Aborted with the first thing that is wrong. */
  get signal(): AbortSignal {
    return this.over.signal;
  }

  /** Settles once nobody works with it any more. */
  get whenClosed(): Promise<void> {
    return this.closed.promise;
  }

  /** Nothing more of it is taken; what is said first counts. */
  end(reason: unknown): void {
    this.stopClock();
    if (!this.signal.aborted) this.over.abort(reason);
  }

  /** Does the work with the body; afterwards nothing is left of it, read or not. */
  async within<T>(work: (arrival: IncomingBody) => Promise<T>): Promise<T> {
    const { signal } = this.req;
    const left = () => this.end(notWhole());
    signal.addEventListener('abort', left, { once: true });
    if (signal.aborted) left();
    this.startClock();
    try {
      return await work(this);
    } finally {
      signal.removeEventListener('abort', left);
      this.stopClock();
      this.closed.resolve();
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    if (!this.req.body) return this.stopClock();
    const { signal } = this;
    const reader = this.req.body.getReader();
    // A sender who is silent is not waited for.
    const leave = () => void reader.cancel().catch(ignored);
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

/** Does the work with the body of a request while it arrives. */
export const withIncomingBody = <T>(req: Request, work: (arrival: IncomingBody) => Promise<T>): Promise<T> =>
  new IncomingBody(req, SLOW_BODY_MS).within(work);

const notWhole = () => new AppError('BAD_REQUEST', 'The request did not arrive whole.');

/** The stream of a connection that is gone refuses to be cancelled: it is over already. */
const ignored = () => undefined;
