import type { DomainEvent } from './tx.ts';

/**
 * Transactions that share one commit. Each except the first has its own savepoint, so its failure does not
 * roll back the others. Callers wait for `whenDurable` before they respond.
 */
export class CommitGroup {
  /** Resolves when the group is committed. Rejects for all waiting callers when the commit fails. */
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
    // Waiting callers handle a failure themselves. If no caller waits, the unhandled rejection must not end
    // the process.
    this.whenDurable.catch(() => undefined);
  }

  /** Milliseconds since the first transaction of the group. */
  get age(): number {
    return this.elapsed() - this.began;
  }

  succeed(): void {
    this.resolve();
  }

  fail(cause: unknown): void {
    this.reject(cause);
  }
}
