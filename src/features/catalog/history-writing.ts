import type { HistoryRule } from '../../kit/contributions.ts';
import type { JournalEntry } from '../../kit/data/journal.ts';
import type { Row } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import type { Faults } from '../../kit/faults.ts';
import { putChange } from './history-queries.ts';

const STAMPS = new Set(['createddate', 'modifieddate']);

/** Tells what happened to each asset, in the change's own transaction. */
export class History {
  constructor(
    /** By table: how its rows appear, and whose rule that is. */
    private readonly rules: ReadonlyMap<string, HistoryRule & { plugin: string }>,
    private readonly faults: Faults,
  ) {}

  /** Before-commit hook: one history row for each tracked field that changed. */
  readonly write = (tx: Tx): void => {
    const gone = goneAssets(tx);
    for (const entry of tx.journal) {
      const rule = this.rules.get(entry.table);
      if (rule) writeEntry(tx, entry, this.contained(rule), gone);
    }
  };

  /** A rule that throws tells nothing of the row. */
  private contained({ plugin, column, changes }: HistoryRule & { plugin: string }): HistoryRule {
    if (!changes) return { column };
    const what = 'the history of an asset';
    return {
      column,
      changes: (tx, entry) => this.faults.contain(plugin, what, [], () => changes(tx, entry)),
    };
  }
}

/** Assets whose creation was undone: their history went with them. */
function goneAssets(tx: Tx): Set<number> {
  const removed = tx.journal.filter(({ table, op }) => table === 'assets' && op === 'delete');
  return new Set(removed.map(({ id }) => id));
}

function writeEntry(tx: Tx, entry: JournalEntry, { column, changes }: HistoryRule, gone: Set<number>): void {
  const assetid = entry.after?.[column] ?? entry.before?.[column] ?? tx.row(entry.table, entry.id)?.[column];
  // A record that belongs to no asset has no history there.
  if (typeof assetid !== 'number' || gone.has(assetid)) return;
  if (changes) {
    for (const { field, before, after } of changes(tx, entry))
      insert(tx, assetid, 'updated', field, before, after);
    return;
  }
  if (entry.op !== 'update') {
    // The creation of an asset is one row, not one for each of its fields.
    const what = entry.op === 'insert' ? 'created' : 'deleted';
    insert(tx, assetid, what, entry.table, null, null);
    return;
  }
  for (const field of Object.keys(entry.after as Row)) {
    if (STAMPS.has(field)) continue;
    insert(tx, assetid, 'updated', field, entry.before![field]!, entry.after![field]!);
  }
}

const text = (value: unknown) => (value === null ? null : JSON.stringify(value));

function insert(
  tx: Tx,
  assetid: number,
  action: string,
  field: string,
  before: unknown,
  after: unknown,
): void {
  const { actor, auditid } = tx.context;
  putChange.run(tx, {
    assetid,
    action,
    field,
    old: text(before),
    new: text(after),
    userid: actor.userid,
    username: actor.name,
    actorkind: actor.kind,
    createddate: tx.at,
    auditlogid: auditid ?? null,
  });
}
