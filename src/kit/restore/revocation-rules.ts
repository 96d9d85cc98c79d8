import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { tableNameOf } from '../data/query.ts';
import type { Row } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import { carryMissing, carryStates } from './carry-over.ts';
import type { PreviousRows } from './previous-rows.ts';
import { deleteStateRecord } from './queries.ts';
import {
  isRevokedRow,
  type RestoreContext,
  type RevocationRule,
  ruleKindOf,
  selectRowsWithKeys,
} from './revocation-rule.ts';

/** Rows that stay in restored data as they were last, whatever these say of them. */
export interface RetainedRows {
  rows: readonly { table: SQLiteTable; id: number }[];
  /** What the audit row says of them. */
  auditDetails: Record<string, unknown>;
}

/** What was ended in the data of before, and what they stand among. */
export interface ReapplyRevocationsInput {
  ends: readonly RevocationRule[];
  previousRows: PreviousRows;
  kept?: RetainedRows;
  /** Whether the keys of the restored data open what was sealed. */
  canDecrypt(sealed: string): boolean;
}

/** Ends in restored data what was ended in those of before; answers how many rows of each table, and the spared ones. */
export function reapplyRevocations(tx: Tx, ending: ReapplyRevocationsInput): Record<string, unknown> {
  const told: Record<string, unknown> = {};
  for (const end of ending.ends) {
    const table = tableNameOf(end.table);
    const cleared: string[] = [];
    const around = aroundOf(tx, ending, end, cleared);
    const { over, keys } = judge(tx, ending, end, around);
    const spared = end.listExempt?.(tx, [...over.keys()]) ?? [];
    const { restoredid: applianceid } = ending.previousRows;
    for (const id of spared)
      deleteStateRecord.run(tx, { applianceid, tablename: ruleKindOf(end), key: over.get(id)! });
    const ended = [...over.keys()].filter((id) => !spared.includes(id) && endRow(tx, end, id));
    const carried = carryMissing(tx, ending.previousRows, end, { around, keys });
    carryStates(tx, ending.previousRows, end, keys);
    if (ended.length > 0) told[table] = ended.length;
    if (carried > 0) told[`${table} carried over`] = carried;
    if (spared.length > 0) told[`${table} spared`] = spared;
    if (cleared.length > 0) told[`${table} cleared`] = cleared;
  }
  return told;
}

const aroundOf = (
  tx: Tx,
  { previousRows, canDecrypt: opens }: ReapplyRevocationsInput,
  end: RevocationRule,
  cleared: string[],
): RestoreContext => ({
  reader: tx,
  findPrevious: (...same) => previousRows.row(end, JSON.stringify(same)),
  canDecrypt: opens,
  recordCleared: (what) => void cleared.push(what),
});

/** Which rows are to end, by their ids; of the others those columns are taken that count as they were last. */
function judge(
  tx: Tx,
  { previousRows, kept }: ReapplyRevocationsInput,
  end: RevocationRule,
  around: RestoreContext,
) {
  const { id: idColumn } = tx.schema.table(tableNameOf(end.table));
  const over = new Map<number, string>();
  const keys = new Set<string>();
  for (const { lastingkey, lastingcounts: _all, ...row } of tx.all<Row>(selectRowsWithKeys(end))) {
    const [key, id] = [String(lastingkey), Number(row[idColumn])];
    keys.add(key);
    if (kept?.rows.some((one) => one.table === end.table && one.id === id)) continue;
    const last = previousRows.last(end, key);
    if (last ? isRevokedRow(end, last) : previousRows.isGone(end, key)) over.set(id, key);
    // Of one that ended too: whoever lets it in again lets in what it was last.
    if (last) takeOver(tx, end, id, (end.take ?? takeAll(end))(last, row, around));
  }
  return { over, keys };
}

const takeAll =
  ({ taken = [] }: RevocationRule) =>
  (last: Row): Row =>
    Object.fromEntries(taken.flatMap(({ name }) => (name in last ? [[name, last[name] ?? null]] : [])));

function takeOver(tx: Tx, { table }: RevocationRule, id: number, values: Row | undefined): void {
  if (values && Object.keys(values).length > 0) tx.update(tableNameOf(table), id, values);
}

/** Whether anything changed. */
function endRow(tx: Tx, { table, revokedState, afterDelete }: RevocationRule, id: number): boolean {
  if (revokedState !== null) return tx.update(tableNameOf(table), id, revokedState) !== undefined;
  const row = tx.row(tableNameOf(table), id);
  // It may have gone with another one.
  if (!row) return false;
  tx.delete(table, id);
  afterDelete?.(tx, row);
  return true;
}
