import { AppError } from '../errors.ts';
import { RowLocks } from './operation-locks.ts';
import type { LockCheckInput } from './rollback-reservations.ts';
import type { JournalEntry } from './journal.ts';
import type { Schema } from './schema.ts';

/**
 * Long work is done in many transactions and may yet be taken back as a whole. Until it is through, nobody else may
 * change a row that it wrote, refer to one that it made, or take what such a row had before.
 */
export class RowLockTable {
  private readonly open = new Set<RowLocks>();

  begin(): RowLocks {
    const claim = new RowLocks();
    this.open.add(claim);
    return claim;
  }

  end(claim: RowLocks): void {
    this.open.delete(claim);
  }

  /** Takes back what was left of work that was given up, each by itself. Throws what keeps the first of them from that. */
  async finishRollbacks(): Promise<void> {
    const failures: unknown[] = [];
    for (const claim of [...this.open]) {
      if (!claim.finishRollback) continue;
      await claim.finishRollback().then(
        () => this.end(claim),
        (cause) => failures.push(cause),
      );
    }
    if (failures.length > 0) throw failures[0];
  }

  /** 409 for a transaction that meets the rows of long work that is not its own. */
  refuseConflicts(tx: LockCheckInput & { rowLocks?: RowLocks }): void {
    if (tx.rowLocks?.isRollingBack) return;
    for (const claim of this.open) {
      if (claim === tx.rowLocks) continue;
      if (tx.journal.some((entry) => meets(tx.schema, claim, entry)))
        throw new AppError(
          'CONFLICT',
          'An import or another long change is writing this record. Try again in a moment.',
        );
      if (claim.conflictsWith(tx))
        throw new AppError(
          'CONFLICT',
          'An import or another long change may still need what this takes or deletes. Try again in a moment.',
        );
    }
  }
}

function meets(schema: Schema, claim: RowLocks, { table, id, after }: JournalEntry): boolean {
  if (claim.has(table, id)) return true;
  if (!after) return false;
  const { foreignKeys } = schema.table(table);
  return foreignKeys.some((key) => claim.hasCreated(key.table, after[key.column]));
}
