import type { SecretColumns } from '../../kit/audit/secret-columns.ts';
import type { Row } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import type { PluginErrors } from '../../kit/plugin-errors.ts';
import { SECRET_MASK } from '../../kit/secrets.ts';
import { insertChange } from './history-queries.ts';
import { listOwners, type TrackedTable } from './history-rules.ts';
import { listRowChanges, type RowChange } from './row-changes.ts';

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
      const tracked = this.tracked.get(change.entry.table)!;
      const [from, to] = [change.before, change.after].map((row) => listOwners(tx, tracked.owners, row));
      // A record that belongs to no asset has no history. A row that moved belongs to two assets.
      for (const assetid of from!.union(to!)) {
        if (gone.has(assetid)) continue;
        const previous = from!.has(assetid) ? this.previousOf(change, to!.has(assetid)) : null;
        this.writeChange(tx, change, { assetid, previous, isMoved: from!.has(assetid) !== to!.has(assetid) });
      }
    }
  };

  /** Returns the row before a change: its changed columns, or all of them when it left the asset. */
  private previousOf({ entry, before }: RowChange, stays: boolean): Row {
    const columns = Object.entries((stays ? entry.before : before) as Row);
    return Object.fromEntries(columns.filter(([name]) => !this.secrets.isSecret(entry.table, name)));
  }

  private writeChange(tx: Tx, change: RowChange, { assetid, previous, isMoved }: AssetChangeState): void {
    const { table, id, op, before, after } = change.entry;
    const { plugin, changes, rows } = this.tracked.get(table)!;
    const line = { assetid, tablename: table, recordid: id, previous: null };
    const whole = { ...line, previous: rows ? JSON.stringify(previous) : null };
    if (changes) {
      // A history formatter that throws writes no history for this row.
      const historyChanges = this.faults.isolate(plugin, 'the history of an asset', [], () =>
        changes(tx, change.entry),
      );
      for (const one of historyChanges)
        insert(tx, { ...whole, action: 'updated', field: one.field }, one.before, one.after);
      return;
    }
    if (op !== 'update') {
      // The creation or deletion of a row is one history row, not one for each of its fields.
      const action = op === 'insert' ? 'created' : 'deleted';
      insert(tx, { ...whole, action, field: table }, null, null);
      return;
    }
    for (const field of Object.keys(after as Row)) {
      if (STAMPS.has(field)) continue;
      const isHidden = this.secrets.isSecret(table, field);
      const [old, now] = isHidden ? [SECRET_MASK, SECRET_MASK] : [before![field]!, after![field]!];
      insert(tx, { ...(isMoved ? whole : line), action: 'updated', field }, old, now);
    }
  }
}

/** The row of a change before it, as it belonged to one asset. */
interface AssetChangeState {
  assetid: number;
  /** Null when the row did not belong to the asset. */
  previous: Row | null;
  /** True when the change moved the row to the asset or away from it. */
  isMoved: boolean;
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
  recordid: number;
  previous: string | null;
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
