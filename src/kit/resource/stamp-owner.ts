import type { Invariant } from '../data/invariant.ts';
import type { JournalEntry } from '../data/journal.ts';
import type { Tx } from '../data/tx.ts';
import { toSentenceForm } from '../sentence-form.ts';
import { type Register, stampedTableOf } from './register.ts';
import type { Registers } from './registers.ts';

/**
 * Returns invariants that update the `modifieddate` of a record when rows of other tables that belong to it
 * change. These are the row that extends an asset, and the lines of a ledger. Clients that poll for changes
 * then see it, and forms that were opened earlier are stale. An undo reverts that update by itself.
 */
export const createStampInvariants = (registers: Registers): Invariant[] =>
  registers.all().flatMap((register) => {
    const ledgers = registers.ledgersOf(register).map(({ register: { table }, by }) => ({ table, by }));
    const isExtending = register.asset !== undefined;
    const tables = [...ledgers.map(({ table }) => table), ...(isExtending ? [register.table] : [])];
    if (tables.length === 0) return [];
    const ownerOf = (tx: Tx, { table, id, before, after }: JournalEntry): number | undefined => {
      const by = ledgers.find((ledger) => ledger.table === table)?.by;
      if (!by) return id;
      return (after?.[by] ?? before?.[by] ?? tx.row(table, id)?.[by]) as number | undefined;
    };
    return [
      {
        name: `a change of what belongs to ${toSentenceForm(register.many)} is a change of theirs`,
        tables,
        enforce: (tx: Tx, changes: readonly JournalEntry[]) => {
          if (tx.isReversal) return;
          for (const change of changes) {
            // A row that is created or deleted with its asset shares the timestamp of that asset.
            if (change.table === register.table && change.op !== 'update') continue;
            const id = ownerOf(tx, change);
            if (id !== undefined) stampRecord(tx, register, id);
          }
        },
      },
    ];
  });

/** Updates the `modifieddate` of a record, unless this transaction did so already. */
export function stampRecord(tx: Tx, register: Register, id: number): void {
  const table = stampedTableOf(register);
  const own = tx.row(register.table, id);
  const key = register.asset ? (own?.assetid as number | undefined) : own && id;
  if (key !== undefined) tx.bumpModified(table, key);
}
