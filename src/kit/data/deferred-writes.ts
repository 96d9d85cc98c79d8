import type { Value } from '#runtime';

/** Rows that cost far less when those of many transactions are written together, such as those of a text index. */
export interface Batch<T> {
  /** Every table that the rows end up in, and every one that is made of those. */
  tables: readonly string[];
  write(rows: readonly T[], run: (sql: string, ...params: Value[]) => void): void;
}

/** More are not held back: a transaction of thousands of rows does not keep them all in memory. */
const MAX_DEFERRED_ROWS = 512;

interface Left {
  batch: Batch<unknown>;
  row: unknown;
}

/**
 * What the transactions of a group have left to be written together. It is written before any statement that names
 * one of its tables, and before the commit: nobody ever reads without it, and nothing is told that is not on the disk.
 */
export class DeferredWrites {
  private left: Left[] = [];
  /** How many of them are written. They are kept while a savepoint is open that could take them back. */
  private written = 0;
  private readonly savepoints: { left: number; written: number }[] = [];
  private isWriting = false;
  private readonly batches = new Set<Batch<unknown>>();
  /** Whether a text names a table of theirs. */
  private readonly concerned = new Map<string, boolean>();

  constructor(private readonly run: (sql: string, ...params: Value[]) => void) {}

  add<T>(given: Batch<T>, row: T): void {
    const batch = given as Batch<unknown>;
    if (!this.batches.has(batch)) {
      this.batches.add(batch);
      this.concerned.clear();
    }
    this.left.push({ batch, row });
    if (this.left.length - this.written >= MAX_DEFERRED_ROWS) this.flush();
  }

  /** Writes what is left, if the statement has to do with it. */
  flushFor(sql: string): void {
    if (this.written === this.left.length || this.isWriting) return;
    if (this.concerned.get(sql) ?? this.concerns(sql)) this.flush();
  }

  flush(): void {
    const waiting = this.waiting();
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
    // Not before: what could not be written keeps the group from its commit.
    this.written = this.left.length;
    if (this.savepoints.length === 0) this.clear();
  }

  savepoint(): void {
    this.savepoints.push({ left: this.left.length, written: this.written });
  }

  release(): void {
    this.savepoints.pop();
  }

  /** Forgets what was left since the savepoint; what was written since then is left again. */
  rollBack(): void {
    const { left, written } = this.savepoints.at(-1)!;
    this.left.length = left;
    this.written = written;
  }

  /** The whole transaction is gone, or on the disk. */
  clear(): void {
    this.left = [];
    this.written = 0;
    this.savepoints.length = 0;
  }

  private concerns(sql: string): boolean {
    const concerns = [...this.batches].some(({ tables }) => tables.some((table) => sql.includes(table)));
    if (this.concerned.size >= MAX_DEFERRED_ROWS) this.concerned.clear();
    this.concerned.set(sql, concerns);
    return concerns;
  }

  private waiting(): Left[] {
    return this.written === 0 ? this.left : this.left.slice(this.written);
  }
}
