import { AppError } from '../../src/kit/errors.ts';

/** What arrives of an upload by one request, until it is through or another one takes its place. */
export class Piece implements AsyncIterable<Uint8Array> {
  private readonly over = Promise.withResolvers<never>();
  private readonly through = Promise.withResolvers<void>();

  constructor(private readonly content: AsyncIterable<Uint8Array>) {
    // Nobody may be reading when it is ended.
    this.over.promise.catch(() => undefined);
  }

  /** Settles once nothing of it is written any more. */
  get whenEnded(): Promise<void> {
    return this.through.promise;
  }

  ended(): void {
    this.through.resolve();
  }

  /** What has arrived stays. */
  end(): void {
    this.over.reject(new AppError('CONFLICT', 'The upload goes on with another piece. Ask how far it is.'));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const pieces = this.content[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await Promise.race([pieces.next(), this.over.promise]);
        if (done) return;
        yield value;
      }
    } finally {
      // Nobody reads on. It is not waited for: the sender may be silent.
      pieces.return?.().catch(() => undefined);
    }
  }
}
