import type { SecretColumns } from '../../kit/audit/secret-columns.ts';
import type { JournalEntry } from '../../kit/data/journal.ts';
import type { Row } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import type { PluginErrors } from '../../kit/plugin-errors.ts';
import { SECRET_MASK } from '../../kit/secrets.ts';
import { insertChange } from './history-queries.ts';
import { listOwners, type TrackedTable } from './history-rules.ts';
import { listRowChanges, type RowChange } from './row-changes.ts';
import type { AssetChange } from './tables.ts';

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
    for (const change of listRowChanges(tx, (table) => this.tracked.has(table))) {
      const { owners } = this.tracked.get(change.entry.table)!;
      const [from, to] = [change.before, change.after].map((row) => listOwners(tx, owners, row));
      // A record that belongs to no asset has no history. A row that moved belongs to two assets.
      const assetids = [...from!.union(to!)].filter((assetid) => !gone.has(assetid));
      if (assetids.length === 0) continue;
      const lines = this.listLines(tx, change.entry);
      for (const assetid of assetids) {
        const previous = this.formatPrevious(change, from!.has(assetid), to!.has(assetid));
        for (const line of lines) insert(tx, change.entry, { ...line, assetid, previous });
      }
    }
  };

  /**
   * Returns the row before a change as JSON: its changed columns, or all of them when it left the asset. Null
   * when the lines contain the values, or the rows of the table are not listed.
   */
  private formatPrevious({ entry, before }: RowChange, wasOwned: boolean, isOwned: boolean): string | null {
    const { changes, rows } = this.tracked.get(entry.table)!;
    if (!rows || (wasOwned && isOwned && !changes)) return null;
    if (!wasOwned) return 'null';
    const columns = Object.entries((isOwned ? entry.before : before) as Row);
    return JSON.stringify(
      Object.fromEntries(columns.filter(([name]) => !this.secrets.isSecret(entry.table, name))),
    );
  }

  private listLines(tx: Tx, entry: JournalEntry): Line[] {
    const { table, op, before, after } = entry;
    const { plugin, changes } = this.tracked.get(table)!;
    if (changes)
      // A history formatter that throws writes no history for this row.
      return this.faults
        .isolate(plugin, 'the history of an asset', [], () => changes(tx, entry))
        .map((one) => ({ action: 'updated', field: one.field, old: text(one.before), new: text(one.after) }));
    // The creation or deletion of a row is one history row, not one for each of its fields.
    if (op !== 'update')
      return [{ action: op === 'insert' ? 'created' : 'deleted', field: table, old: null, new: null }];
    return Object.keys(after as Row)
      .filter((field) => !STAMPS.has(field))
      .map((field) => {
        const isHidden = this.secrets.isSecret(table, field);
        const [old, now] = isHidden ? [SECRET_MASK, SECRET_MASK] : [before![field]!, after![field]!];
        return { action: 'updated', field, old: text(old), new: text(now) };
      });
  }
}

/** Returns the assets that this transaction deletes. Their history is deleted with them. */
function goneAssets(tx: Tx): Set<number> {
  const removed = tx.journal.filter(({ table, op }) => table === 'assets' && op === 'delete');
  return new Set(removed.map(({ id }) => id));
}

const text = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** The values of a history row that are the same for each asset to which the changed row belongs. */
type Line = Pick<AssetChange, 'action' | 'field' | 'old' | 'new'>;

function insert(
  tx: Tx,
  { table, id }: JournalEntry,
  line: Line & Pick<AssetChange, 'assetid' | 'previous'>,
): void {
  const { actor } = tx.context;
  insertChange.run(tx, {
    ...line,
    tablename: table,
    recordid: id,
    userid: actor.userid,
    username: actor.name,
    actorkind: actor.kind,
    createddate: tx.at,
    auditlogid: tx.auditRef?.auditlogid ?? null,
  });
}
