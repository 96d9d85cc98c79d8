import { AppError } from '../errors.ts';
import type { JournalEntry } from './journal.ts';
import { RowLocks } from './operation-locks.ts';
import type { LockCheckInput } from './rollback-reservations.ts';
import type { Schema } from './schema.ts';

/**
 * The row locks of all running batch operations. Such an operation consists of many transactions and may be
 * rolled back as a whole. Until it ends, other transactions may not change a row that it wrote or refer to a
 * row that it created. Nor may they take a unique value that its rows had before, or delete a row to which
 * its rows referred.
 */
export class RowLockTable {
  private readonly open = new Set<RowLocks>();

  begin(): RowLocks {
    const locks = new RowLocks();
    this.open.add(locks);
    return locks;
  }

  end(locks: RowLocks): void {
    this.open.delete(locks);
  }

  /**
   * Finishes the rollbacks that failed earlier, each independently of the others. Throws the error of the
   * first that fails again.
   */
  async finishRollbacks(): Promise<void> {
    const failures: unknown[] = [];
    for (const locks of [...this.open]) {
      if (!locks.finishRollback) continue;
      await locks.finishRollback().then(
        () => this.end(locks),
        (cause) => failures.push(cause),
      );
    }
    if (failures.length > 0) throw failures[0];
  }

  /**
   * Throws 409 when a transaction conflicts with rows that another batch operation has locked. A rollback
   * conflicts with none.
   */
  refuseConflicts(tx: LockCheckInput & { rowLocks?: RowLocks }): void {
    if (tx.rowLocks?.isRollingBack) return;
    for (const locks of this.open) {
      if (locks === tx.rowLocks) continue;
      if (tx.journal.some((entry) => touchesLock(tx.schema, locks, entry)))
        throw new AppError(
          'CONFLICT',
          'An import or another long change is changing this record. Try again in a moment.',
        );
      if (locks.conflictsWith(tx))
        throw new AppError(
          'CONFLICT',
          'An import or another long change may still need these records. Try again in a moment.',
        );
    }
  }
}

function touchesLock(schema: Schema, locks: RowLocks, { table, id, after }: JournalEntry): boolean {
  if (locks.has(table, id)) return true;
  if (!after) return false;
  const { foreignKeys } = schema.table(table);
  return foreignKeys.some((key) => locks.hasCreated(key.table, after[key.column]));
}
