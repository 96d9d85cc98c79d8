import { AppError } from '../errors.ts';
import type { JournalEntry } from './journal.ts';
import type { Schema } from './schema.ts';

/** The rows that one piece of long work has written so far, by table; true for those that it made. */
export class Claim {
  /** Set while its rows are still to be taken back: then they stay claimed, until the next start if need be. */
  isKept = false;
  private readonly rows = new Map<string, Map<number, boolean>>();

  add(journal: readonly JournalEntry[]): void {
    for (const { table, id, op } of journal) {
      const known = this.rows.get(table) ?? new Map<number, boolean>();
      known.set(id, known.get(id) === true || op === 'insert');
      this.rows.set(table, known);
    }
  }

  /** Takes a row that will go before it is written: nobody else refers to it any more. */
  take(table: string, id: number): void {
    this.rows.set(table, (this.rows.get(table) ?? new Map<number, boolean>()).set(id, true));
  }

  has(table: string, id: number): boolean {
    return this.rows.get(table)?.has(id) ?? false;
  }

  made(table: string, id: unknown): boolean {
    return typeof id === 'number' && this.rows.get(table)?.get(id) === true;
  }
}

/** What of a transaction tells whether it meets a claim. */
interface Writing {
  journal: readonly JournalEntry[];
  schema: Schema;
  claim?: Claim;
}

/**
 * Long work is done in many transactions and may yet be taken back as a whole. Until it is through, nobody else may
 * change a row that it wrote, or refer to one that it made.
 */
export class Claims {
  private readonly open = new Set<Claim>();

  begin(): Claim {
    const claim = new Claim();
    this.open.add(claim);
    return claim;
  }

  end(claim: Claim): void {
    this.open.delete(claim);
  }

  /** 409 for a transaction that meets the rows of long work that is not its own. */
  refuse(tx: Writing): void {
    for (const claim of this.open) {
      if (claim === tx.claim) continue;
      if (tx.journal.some((entry) => meets(tx.schema, claim, entry)))
        throw new AppError(
          'CONFLICT',
          'An import or another long change is writing this record. Try again in a moment.',
        );
    }
  }
}

function meets(schema: Schema, claim: Claim, { table, id, after }: JournalEntry): boolean {
  if (claim.has(table, id)) return true;
  if (!after) return false;
  const { foreignKeys } = schema.table(table);
  return foreignKeys.some((key) => claim.made(key.table, after[key.column]));
}
