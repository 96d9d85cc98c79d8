import type { DomainEvent } from './tx.ts';

/**
 * Transactions that reach the disk together. Each stands in a savepoint of its own, so that one that fails takes
 * nothing of the others with it; nobody is answered before the whole group is on the disk.
 */
export class CommitGroup {
  /** Settles with the commit; rejects for everybody when it fails. */
  readonly whenDurable: Promise<void>;
  readonly events: DomainEvent[] = [];
  readonly writtenTables = new Set<string>();
  size = 0;
  private readonly began: number;
  private resolve: () => void = () => {};
  private reject: (cause: unknown) => void = () => {};

  constructor(private readonly elapsed: () => number) {
    this.began = elapsed();
    this.whenDurable = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Those who wait hear of a failure themselves; a group for which nobody waits must not end the process.
    this.whenDurable.catch(() => undefined);
  }

  /** Milliseconds since its first transaction. */
  get age(): number {
    return this.elapsed() - this.began;
  }

  done(): void {
    this.resolve();
  }

  failed(cause: unknown): void {
    this.reject(cause);
  }
}
