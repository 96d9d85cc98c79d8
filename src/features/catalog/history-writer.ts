import type { SecretColumns } from '../../kit/audit/secret-columns.ts';
import type { JournalEntry } from '../../kit/data/journal.ts';
import type { Row } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import type { PluginErrors } from '../../kit/plugin-errors.ts';
import { SECRET_MASK } from '../../kit/secrets.ts';
import { insertChange } from './history-queries.ts';
import type { TrackedTable } from './history-rules.ts';

const STAMPS = new Set(['createddate', 'modifieddate']);

/** Writes the asset history in the transaction of each change. */
export class HistoryWriter {
  constructor(
    private readonly tracked: ReadonlyMap<string, TrackedTable>,
    private readonly secrets: SecretColumns,
    private readonly faults: PluginErrors,
  ) {}

  /**
   * Writes one history row for each changed field of a tracked table, and one for each created or deleted
   * row. Skips time stamps and masks secrets. A table with its own formatter gets exactly the rows of the
   * formatter. Skips assets that the transaction deletes. Runs as a hook before the commit.
   */
  readonly write = (tx: Tx): void => {
    const gone = goneAssets(tx);
    for (const entry of tx.journal) {
      const tracked = this.tracked.get(entry.table);
      if (!tracked) continue;
      // A record that belongs to no asset has no history.
      for (const assetid of tracked.assetsOf(tx, entry))
        if (!gone.has(assetid)) this.writeChanges(tx, entry, assetid, tracked);
    }
  };

  private writeChanges(
    tx: Tx,
    entry: JournalEntry,
    assetid: number,
    { plugin, changes }: TrackedTable,
  ): void {
    const { table, op, before, after } = entry;
    const line = { assetid, tablename: table };
    if (changes) {
      // A history formatter that throws writes no history for this row.
      const historyChanges = this.faults.isolate(plugin, 'the history of an asset', [], () =>
        changes(tx, entry),
      );
      for (const change of historyChanges)
        insert(tx, { ...line, action: 'updated', field: change.field }, change.before, change.after);
      return;
    }
    if (op !== 'update') {
      // The creation or deletion of a row is one history row, not one for each of its fields.
      const action = op === 'insert' ? 'created' : 'deleted';
      insert(tx, { ...line, action, field: table }, null, null);
      return;
    }
    for (const field of Object.keys(after as Row)) {
      if (STAMPS.has(field)) continue;
      const isHidden = this.secrets.isSecret(table, field);
      const [old, now] = isHidden ? [SECRET_MASK, SECRET_MASK] : [before![field]!, after![field]!];
      insert(tx, { ...line, action: 'updated', field }, old, now);
    }
  }
}

/** Returns the assets that this transaction deletes. Their history is deleted with them. */
function goneAssets(tx: Tx): Set<number> {
  const removed = tx.journal.filter(({ table, op }) => table === 'assets' && op === 'delete');
  return new Set(removed.map(({ id }) => id));
}

const text = (value: unknown) => (value === null ? null : JSON.stringify(value));

interface Line {
  assetid: number;
  tablename: string;
  action: string;
  field: string;
}

function insert(tx: Tx, line: Line, before: unknown, after: unknown): void {
  const { actor } = tx.context;
  insertChange.run(tx, {
    ...line,
    old: text(before),
    new: text(after),
    userid: actor.userid,
    username: actor.name,
    actorkind: actor.kind,
    createddate: tx.at,
    auditlogid: tx.auditRef?.auditlogid ?? null,
  });
}
