import type { Value } from '#runtime';

/**
 * A kind of row that is much cheaper to write for many transactions at once, such as the rows of a text
 * index.
 */
export interface Batch<T> {
  /** All tables that receive the rows, and all tables derived from those. */
  tables: readonly string[];
  write(rows: readonly T[], run: (sql: string, ...params: Value[]) => void): void;
}

/**
 * The maximum number of rows that wait. A transaction with thousands of rows must not collect them all in
 * memory.
 */
const MAX_DEFERRED_ROWS = 512;

interface PendingRow {
  batch: Batch<unknown>;
  row: unknown;
}

/**
 * The rows that the transactions of a group have deferred. They are written before any statement that names
 * one of their tables, and before the commit. Reads of the same connection therefore see them.
 */
export class DeferredWrites {
  private pending: PendingRow[] = [];
  /**
   * The number of rows already written. They stay in the list while an open savepoint could roll them back.
   */
  private written = 0;
  private readonly savepoints: { left: number; written: number }[] = [];
  private isWriting = false;
  private readonly batches = new Set<Batch<unknown>>();
  /** A cache by statement text: whether it names a table of the deferred rows. */
  private readonly concerned = new Map<string, boolean>();

  constructor(private readonly run: (sql: string, ...params: Value[]) => void) {}

  /** Defers a row. Writes all deferred rows once too many wait. */
  add<T>(typedBatch: Batch<T>, row: T): void {
    const batch = typedBatch as Batch<unknown>;
    if (!this.batches.has(batch)) {
      this.batches.add(batch);
      this.concerned.clear();
    }
    this.pending.push({ batch, row });
    if (this.pending.length - this.written >= MAX_DEFERRED_ROWS) this.flush();
  }

  /** Writes the deferred rows if the statement uses one of their tables. */
  flushFor(sql: string): void {
    if (this.written === this.pending.length || this.isWriting) return;
    if (this.concerned.get(sql) ?? this.usesDeferredTable(sql)) this.flush();
  }

  /** Writes all deferred rows now. */
  flush(): void {
    const waiting = this.listPending();
    if (waiting.length === 0) return;
    this.isWriting = true;
    try {
      for (const [batch, all] of Map.groupBy(waiting, ({ batch }) => batch))
        batch.write(
          all.map(({ row }) => row),
          this.run,
        );
    } finally {
      this.isWriting = false;
    }
    // The rows count as written only after the write, so that a failed row stays in the list and fails the
    // commit of the group.
    this.written = this.pending.length;
    if (this.savepoints.length === 0) this.clear();
  }

  savepoint(): void {
    this.savepoints.push({ left: this.pending.length, written: this.written });
  }

  release(): void {
    this.savepoints.pop();
  }

  /**
   * Discards the rows deferred since the savepoint. Rows that were deferred before it and written since
   * become pending again.
   */
  rollBack(): void {
    const { left, written } = this.savepoints.at(-1)!;
    this.pending.length = left;
    this.written = written;
  }

  /** Empties the lists of rows and savepoints, because no rollback needs them any more. */
  clear(): void {
    this.pending = [];
    this.written = 0;
    this.savepoints.length = 0;
  }

  private usesDeferredTable(sql: string): boolean {
    const concerns = [...this.batches].some(({ tables }) => tables.some((table) => sql.includes(table)));
    if (this.concerned.size >= MAX_DEFERRED_ROWS) this.concerned.clear();
    this.concerned.set(sql, concerns);
    return concerns;
  }

  private listPending(): PendingRow[] {
    return this.written === 0 ? this.pending : this.pending.slice(this.written);
  }
}
