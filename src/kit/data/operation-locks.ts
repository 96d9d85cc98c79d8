import { type LockCheckInput, RollbackReservations } from './rollback-reservations.ts';

/** Rows by table, true for those that were made, and what they had before. */
class Part {
  readonly rows = new Map<string, Map<number, boolean>>();
  readonly freed = new RollbackReservations();

  put(table: string, id: number, isMade: boolean): void {
    const known = this.rows.get(table) ?? new Map<number, boolean>();
    this.rows.set(table, known.set(id, known.get(id) === true || isMade));
  }

  absorb(other: Part): void {
    this.freed.absorb(other.freed);
    for (const [table, rows] of other.rows) for (const [id, isMade] of rows) this.put(table, id, isMade);
  }
}

/** The rows that one piece of long work has written so far, and what they may need again. */
export class RowLocks {
  /** Takes back what is left of it. Set where that failed, of a full disk for example: its rows stay claimed until it is done. */
  finishRollback?: () => Promise<void>;
  /** Set once it is taken back: that writes only what is claimed, so that no other claim stands in its way. */
  isRollingBack = false;
  private readonly kept = new Part();
  /** Of a transaction that may yet be lost. */
  private fresh = new Part();

  add(tx: LockCheckInput): void {
    this.fresh.freed.add(tx);
    for (const { table, id, op } of tx.journal) this.fresh.put(table, id, op === 'insert');
  }

  /** Takes a row that will go before it is written: nobody else refers to it any more. */
  lock(table: string, id: number): void {
    this.fresh.put(table, id, true);
  }

  /** What was added last is on the disk. */
  confirmLatest(): void {
    this.kept.absorb(this.fresh);
    this.fresh = new Part();
  }

  /** What was added last was lost: others may be given its numbers. */
  discardLatest(): void {
    this.fresh = new Part();
  }

  has(table: string, id: number): boolean {
    return [this.kept, this.fresh].some(({ rows }) => rows.get(table)?.has(id));
  }

  hasCreated(table: string, id: unknown): boolean {
    return typeof id === 'number' && [this.kept, this.fresh].some(({ rows }) => rows.get(table)?.get(id));
  }

  /** Whether the transaction takes what its rows may need again. */
  conflictsWith(tx: LockCheckInput): boolean {
    return this.kept.freed.conflictsWith(tx) || this.fresh.freed.conflictsWith(tx);
  }
}
