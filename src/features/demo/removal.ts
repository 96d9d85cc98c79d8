import type { Database } from '../../kit/data/database.ts';
import { isRefusal, retryWhileLocked } from '../../kit/data/disk-errors.ts';
import type { Row } from '../../kit/data/reader.ts';
import type { AuditRef, Tx, WriteContext } from '../../kit/data/tx.ts';
import { TimeSlice } from '../../kit/time-slice.ts';
import { deleteRow } from './delete-row.ts';
import { KeptRows, type RowKey, readRow } from './kept-rows.ts';
import { deleteRecord, demoRecord, newestChanges, newestRecords } from './queries.ts';

/** Half a time slice; the other half is for writing the rows to disk. */
const WORK_MS = 5;

interface RemovalOptions {
  context: WriteContext;
  /** The audit row of the removal. */
  audit: AuditRef;
  /** Returns the number of recorded uses by rows of users. */
  countUses(): number;
  onProgress(done: number, total: number): void;
  /** Throws when the appliance stops. */
  check(): void;
}

/**
 * Deletes the rows of the demo data in short transactions, the newest first. Keeps the rows that rows of users
 * need. Then restores what the load changed in other rows, unless it has changed since.
 */
export class Removal {
  private readonly time = new TimeSlice(undefined, WORK_MS);
  private kept: KeptRows;
  private usesSeen: number;
  private done = 0;
  private total = 0;

  constructor(
    private readonly db: Database,
    private readonly options: RemovalOptions,
  ) {
    this.usesSeen = options.countUses();
    this.kept = this.findKept();
  }

  /** Returns the rows that stay. */
  async run(): Promise<RowKey[]> {
    let rest = this.db.read((reader) => newestRecords.all(reader));
    this.total = rest.length;
    // Some rules hold only for a record and its ledger together. The rest is therefore deleted record by record.
    for (const isDeep of [false, true, false])
      for (let before = rest.length + 1; rest.length < before; ) {
        before = rest.length;
        rest = await this.deleteAll(rest, isDeep);
      }
    await this.inSlices(
      this.db.read((reader) => newestChanges.all(reader)),
      (tx, change) => {
        attempt(tx, () => restoreChange(tx, change));
      },
    );
    return rest;
  }

  /** Deletes the rows that may go now. Returns the others, which wait for rows that refer to them. */
  private async deleteAll(rows: readonly RowKey[], isDeep: boolean): Promise<RowKey[]> {
    const rest: RowKey[] = [];
    await this.inSlices(rows, (tx, key) => {
      const isGone = this.deleteOne(tx, key, isDeep);
      if (!isGone) rest.push(key);
      else this.options.onProgress(++this.done, this.total);
    });
    return rest;
  }

  private deleteOne(tx: Tx, key: RowKey, isDeep: boolean): boolean {
    const row = readRow(tx, tx.schema, key);
    if (!row) {
      deleteRecord.run(tx, key);
      return true;
    }
    if (this.kept.has(key) || this.hasOwner(tx, key, row)) return false;
    return attempt(tx, () => deleteRow(tx, key, (child) => isDeep && !this.kept.has(child)));
  }

  /** Reports whether the row is deleted together with another demo row. */
  private hasOwner(tx: Tx, { tablename }: RowKey, row: Row): boolean {
    return tx.schema.table(tablename).foreignKeys.some(({ table, column, ondelete }) => {
      const owner = { tablename: table, entityid: row[column] as number };
      return (
        ondelete === 'CASCADE' &&
        typeof owner.entityid === 'number' &&
        !this.kept.has(owner) &&
        demoRecord.get(tx, owner) !== undefined
      );
    });
  }

  private async inSlices<T>(items: readonly T[], work: (tx: Tx, item: T) => void): Promise<void> {
    const { context, audit, check } = this.options;
    for (let next = 0; next < items.length; ) {
      check();
      await this.time.next();
      this.refreshKept();
      const start = next;
      await retryWhileLocked(() =>
        this.db.transact(context, 'demo.removal.started', (tx) => {
          next = start;
          tx.continue(audit);
          tx.isReversal = true;
          this.time.restart();
          do work(tx, items[next++]!);
          while (next < items.length && !this.time.isOver);
          for (const { op, table, id } of tx.journal)
            if (op === 'delete') deleteRecord.run(tx, { tablename: table, entityid: id });
        }),
      );
      await this.db.whenDurable;
    }
  }

  /** Users may have begun to use demo rows while the removal runs. */
  private refreshKept(): void {
    if (this.options.countUses() === this.usesSeen) return;
    this.usesSeen = this.options.countUses();
    this.kept = this.findKept();
  }

  private findKept(): KeptRows {
    return this.db.read((reader) => new KeptRows(reader, this.db.schema));
  }
}

/** Runs the change unless a rule of the data rejects it. Reports whether it ran. */
function attempt(tx: Tx, work: () => void): boolean {
  try {
    tx.attempt(() => {
      const mark = tx.journal.length;
      work();
      tx.checkInvariants(mark);
    });
    return true;
  } catch (cause) {
    if (isRefusal(cause)) return false;
    throw cause;
  }
}

function restoreChange(tx: Tx, change: RowKey & { before: string; after: string }): void {
  const row = readRow(tx, tx.schema, change);
  const [before, after] = [change.before, change.after].map((text) => JSON.parse(text) as Row);
  const columns = Object.keys(before!).filter((column) => column !== 'modifieddate');
  if (!row || columns.some((column) => row[column] !== after![column])) return;
  tx.update(
    change.tablename,
    change.entityid,
    Object.fromEntries(columns.map((column) => [column, before![column]!])),
  );
}
