import type { IngestResult } from '../../kit/contributions.ts';
import type { JournalEntry } from '../../kit/data/journal.ts';
import type { Tx } from '../../kit/data/tx.ts';
import type { Registers } from '../../kit/resource/registers.ts';

type Changes = Record<string, [unknown, unknown]>;

const MAX_NAMED_ADDRESSES = 20;
const UNREPORTED_COLUMNS = new Set(['assetid', 'isactive', 'createddate', 'modifieddate']);

/** Returns the audit details of a batch: the changed assets. Their histories contain the changes. */
export function listChangedAssets(reports: readonly IngestResult[]): { assetids: (number | null)[] } {
  const changed = reports.flatMap(({ outcome, assetid }) => (outcome === 'unchanged' ? [] : [assetid]));
  return { assetids: [...new Set(changed)] };
}

/**
 * Returns the audit details of one report, from the journal of its transaction. `changes` contains the
 * changed fields of its asset, and the first 20 removed and added addresses as texts. It also contains the
 * number of created records of each other kind.
 */
export function describeChanges(tx: Tx, registers: Registers, assetid: number | null): { changes: Changes } {
  const changes: Changes = {};
  const addresses: JournalEntry[] = [];
  for (const entry of tx.journal) {
    if (entry.table === 'communications') addresses.push(entry);
    else if (isOfAsset(tx, registers, entry, assetid)) recordFields(changes, entry, registers);
    else recordOther(changes, entry, registers);
  }
  recordAddresses(changes, addresses);
  return { changes };
}

/** Reports whether a row is the asset's own row, or the one that extends it. */
function isOfAsset(
  tx: Tx,
  registers: Registers,
  { table, id }: JournalEntry,
  assetid: number | null,
): boolean {
  if (table === 'assets') return id === assetid;
  return registers.findByTable(table)?.asset !== undefined && tx.row(table, id)?.assetid === assetid;
}

function recordFields(changes: Changes, { table, before, after }: JournalEntry, registers: Registers): void {
  const id = registers.findByTable(table)?.id;
  for (const [field, now] of Object.entries(after ?? {})) {
    const old = changes[field]?.[0] ?? before?.[field] ?? null;
    if (UNREPORTED_COLUMNS.has(field) || field === id || old === now) continue;
    changes[field] = [old, now];
  }
}

/**
 * Adds the addresses that were removed and added, including the primary one. Lists only the first ones,
 * because a switch has thousands.
 */
function recordAddresses(changes: Changes, journal: readonly JournalEntry[]): void {
  const moved = journal.filter(({ before, after }) => (before?.address ?? null) !== (after?.address ?? null));
  if (moved.length === 0) return;
  const listAddresses = (side: 'before' | 'after') => {
    const all = moved.flatMap((entry) => entry[side]?.address ?? []);
    const more = all.length > MAX_NAMED_ADDRESSES ? ` and ${all.length - MAX_NAMED_ADDRESSES} more` : '';
    return all.length > 0 ? `${all.slice(0, MAX_NAMED_ADDRESSES).join(', ')}${more}` : null;
  };
  changes.addresses = [listAddresses('before'), listAddresses('after')];
}

/**
 * Counts the records of other tables that the report created, such as vendors, programs and possible
 * duplicates.
 */
function recordOther(changes: Changes, { table, op }: JournalEntry, registers: Registers): void {
  const name = registers.findByTable(table)?.name ?? table;
  const [, n] = changes[name] ?? [null, 0];
  if (op === 'insert') changes[name] = [null, Number(n) + 1];
}
