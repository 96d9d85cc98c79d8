import { type LockCheckInput, RollbackReservations } from './rollback-reservations.ts';

/**
 * The locked rows by table and ID (true for rows that the operation created or is about to delete), and the
 * values and references that they had before.
 */
class Part {
  readonly rows = new Map<string, Map<number, boolean>>();
  readonly freed = new RollbackReservations();

  put(table: string, id: number, isMade: boolean): void {
    const byId = this.rows.get(table) ?? new Map<number, boolean>();
    this.rows.set(table, byId.set(id, byId.get(id) === true || isMade));
  }

  absorb(other: Part): void {
    this.freed.absorb(other.freed);
    for (const [table, rows] of other.rows) for (const [id, isMade] of rows) this.put(table, id, isMade);
  }
}

/**
 * The rows that one batch operation has written so far, with the values and references that its rollback may
 * need again.
 */
export class RowLocks {
  /**
   * Finishes the rollback. It is set when the rollback failed, for example because the disk was full. The
   * rows stay locked until it succeeds.
   */
  finishRollback?: () => Promise<void>;
  /**
   * True once the operation is being rolled back. The rollback writes only locked rows, so the locks of other
   * operations do not block it.
   */
  isRollingBack = false;
  private readonly confirmed = new Part();
  /** Locks of a transaction that is not durable yet. */
  private fresh = new Part();

  /** Locks the rows that a transaction wrote. `confirmLatest` or `discardLatest` follows. */
  add(tx: LockCheckInput): void {
    this.fresh.freed.add(tx);
    for (const { table, id, op } of tx.journal) this.fresh.put(table, id, op === 'insert');
  }

  /** Locks a row before it is deleted, so that other transactions can no longer refer to it. */
  lock(table: string, id: number): void {
    this.fresh.put(table, id, true);
  }

  /** Confirms the latest locks, because their transaction is durable. */
  confirmLatest(): void {
    this.confirmed.absorb(this.fresh);
    this.fresh = new Part();
  }

  /**
   * Discards the latest locks, because their transaction was lost. SQLite may assign the IDs of its rows
   * again.
   */
  discardLatest(): void {
    this.fresh = new Part();
  }

  has(table: string, id: number): boolean {
    return [this.confirmed, this.fresh].some(({ rows }) => rows.get(table)?.has(id));
  }

  /** Reports whether the operation inserted a row, or locked it before its deletion. */
  hasCreated(table: string, id: unknown): boolean {
    return (
      typeof id === 'number' && [this.confirmed, this.fresh].some(({ rows }) => rows.get(table)?.get(id))
    );
  }

  /**
   * Reports whether the transaction uses a value or deletes a row that a rollback of this operation may need.
   */
  conflictsWith(tx: LockCheckInput): boolean {
    return this.confirmed.freed.conflictsWith(tx) || this.fresh.freed.conflictsWith(tx);
  }
}
