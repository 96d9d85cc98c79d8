import type { Database } from './data/database.ts';
import type { Tx } from './data/tx.ts';

/**
 * Keeps the newest time stamp of each record in memory until `flush`. Ten thousand agents with nothing new to
 * report then cause one commit instead of ten thousand. Stamps since the last flush are lost when the process
 * crashes.
 */
export class StampBuffer<T> {
  private waiting = new Map<number, T>();

  /** `write` stores the stamp of one record. It runs in an unaudited transaction. */
  constructor(
    private readonly db: Pick<Database, 'writeUnaudited'>,
    private readonly write: (tx: Tx, id: number, stamp: T) => void,
  ) {}

  /** Replaces the waiting stamp of a record. */
  add(id: number, stamp: T): void {
    this.waiting.set(id, stamp);
  }

  /**
   * Writes the waiting stamps in one unaudited transaction. If that fails, they wait for the next call, and
   * the error is thrown.
   */
  flush(): void {
    if (this.waiting.size === 0) return;
    const stamps = this.waiting;
    this.waiting = new Map();
    try {
      this.db.writeUnaudited((tx) => {
        for (const [id, stamp] of stamps) this.write(tx, id, stamp);
      });
    } catch (cause) {
      this.waiting = new Map([...stamps, ...this.waiting]);
      throw cause;
    }
  }
}
