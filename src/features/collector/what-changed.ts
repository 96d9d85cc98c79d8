import type { Ingested } from '../../kit/contributions.ts';
import type { JournalEntry } from '../../kit/data/journal.ts';
import type { Tx } from '../../kit/data/tx.ts';
import type { Registers } from '../../kit/resource/registers.ts';

type Changes = Record<string, [unknown, unknown]>;

const UNTOLD = new Set(['assetid', 'isactive', 'createddate', 'modifieddate']);

/**
 * What an audit row says of reports. Of one: `changes` of its asset by field, of its addresses as lists, and how many
 * records of other kinds it made, beside what the collector tells. Of a batch: the assets that changed, whose
 * histories say the rest.
 */
export function whatChanged(tx: Tx, registers: Registers, reports: readonly Ingested[]): object {
  if (reports.length !== 1) {
    const changed = reports.flatMap(({ outcome, assetid }) => (outcome === 'unchanged' ? [] : [assetid]));
    return { assetids: [...new Set(changed)] };
  }
  const [{ assetid, told }] = reports as [Ingested];
  const changes: Changes = {};
  for (const entry of tx.journal) {
    if (entry.table === 'communications') tellAddress(changes, entry);
    else if (isOfAsset(tx, registers, entry, assetid)) tellFields(changes, entry, registers);
    else tellOther(changes, entry, registers);
  }
  return { changes, ...told };
}

/** The asset's own row, or the one that extends it. */
function isOfAsset(
  tx: Tx,
  registers: Registers,
  { table, id }: JournalEntry,
  assetid: number | null,
): boolean {
  if (table === 'assets') return id === assetid;
  return registers.ofTable(table)?.asset !== undefined && tx.row(table, id)?.assetid === assetid;
}

function tellFields(changes: Changes, { table, before, after }: JournalEntry, registers: Registers): void {
  const id = registers.ofTable(table)?.id;
  for (const [field, now] of Object.entries(after ?? {})) {
    const old = changes[field]?.[0] ?? before?.[field] ?? null;
    if (UNTOLD.has(field) || field === id || old === now) continue;
    changes[field] = [old, now];
  }
}

/** Addresses that went and came, the primary one among them. */
function tellAddress(changes: Changes, { before, after }: JournalEntry): void {
  const [gone, come] = [before?.address ?? null, after?.address ?? null];
  if (gone === come) return;
  const told = changes.addresses ?? [null, null];
  changes.addresses = [joined(told[0], gone), joined(told[1], come)];
}

const joined = (list: unknown, address: unknown) => [list, address].filter(Boolean).join(', ') || null;

/** Vendors, programs and the like that were made on the way, and collisions that were found. */
function tellOther(changes: Changes, { table, op }: JournalEntry, registers: Registers): void {
  const name = registers.ofTable(table)?.name ?? table;
  const [, n] = changes[name] ?? [null, 0];
  if (op === 'insert') changes[name] = [null, Number(n) + 1];
}
