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

/** Rows that keep their current values after a restore, whatever the restored data contain. */
export interface RetainedRows {
  rows: readonly { table: SQLiteTable; id: number }[];
  /** Details about these rows for the audit row. */
  auditDetails: Record<string, unknown>;
}

/** The revocation rules and the previous data to reapply them from. */
export interface ReapplyRevocationsInput {
  rules: readonly RevocationRule[];
  previousRows: PreviousRows;
  kept?: RetainedRows;
  /** Reports whether the keys of the restored data decrypt the value. */
  canDecrypt(sealed: string): boolean;
}

/**
 * Revokes in the restored data the rows that are revoked or deleted in the replaced data, except for retained
 * and exempt rows. Also applies the latest values of `taken` columns, and inserts missing restrictive rows.
 * Returns details for the audit log: the number of rows by table, and the exempt rows.
 */
export function reapplyRevocations(tx: Tx, input: ReapplyRevocationsInput): Record<string, unknown> {
  const details: Record<string, unknown> = {};
  for (const rule of input.rules) {
    const table = tableNameOf(rule.table);
    const cleared: string[] = [];
    const around = aroundOf(tx, input, rule, cleared);
    const { keyById, keys } = collectRevocations(tx, input, rule, around);
    const spared = rule.listExempt?.(tx, [...keyById.keys()]) ?? [];
    const { restoredid: applianceid } = input.previousRows;
    for (const id of spared)
      deleteStateRecord.run(tx, { applianceid, tablename: ruleKindOf(rule), key: keyById.get(id)! });
    const ended = [...keyById.keys()].filter((id) => !spared.includes(id) && endRow(tx, rule, id));
    const carried = carryMissing(tx, input.previousRows, rule, { around, keys });
    carryStates(tx, input.previousRows, rule, keys);
    if (ended.length > 0) details[table] = ended.length;
    if (carried > 0) details[`${table} carried over`] = carried;
    if (spared.length > 0) details[`${table} spared`] = spared;
    if (cleared.length > 0) details[`${table} cleared`] = cleared;
  }
  return details;
}

const aroundOf = (
  tx: Tx,
  { previousRows, canDecrypt }: ReapplyRevocationsInput,
  rule: RevocationRule,
  cleared: string[],
): RestoreContext => ({
  reader: tx,
  findPrevious: (...same) => previousRows.row(rule, JSON.stringify(same)),
  canDecrypt,
  recordCleared: (what) => void cleared.push(what),
});

/**
 * Returns the keys of the rows to revoke by their IDs, and the keys of all rows. Applies the latest values of
 * the `taken` columns to all rows except those in `kept`.
 */
function collectRevocations(
  tx: Tx,
  { previousRows, kept }: ReapplyRevocationsInput,
  rule: RevocationRule,
  around: RestoreContext,
) {
  const { id: idColumn } = tx.schema.table(tableNameOf(rule.table));
  const keyById = new Map<number, string>();
  const keys = new Set<string>();
  for (const { lastingkey, lastingcounts: _all, ...row } of tx.all<Row>(selectRowsWithKeys(rule))) {
    const [key, id] = [String(lastingkey), Number(row[idColumn])];
    keys.add(key);
    if (kept?.rows.some((one) => one.table === rule.table && one.id === id)) continue;
    const last = previousRows.last(rule, key);
    if (last ? isRevokedRow(rule, last) : previousRows.isGone(rule, key)) keyById.set(id, key);
    // Revoked rows get the latest values too: an admin who approves one later approves its latest state.
    if (last) takeOver(tx, rule, id, (rule.take ?? takeAll(rule))(last, row, around));
  }
  return { keyById, keys };
}

const takeAll =
  ({ taken = [] }: RevocationRule) =>
  (last: Row): Row =>
    Object.fromEntries(taken.flatMap(({ name }) => (name in last ? [[name, last[name] ?? null]] : [])));

function takeOver(tx: Tx, { table }: RevocationRule, id: number, values: Row | undefined): void {
  if (values && Object.keys(values).length > 0) tx.update(tableNameOf(table), id, values);
}

/** Revokes a row. Reports whether that changed anything. */
function endRow(tx: Tx, { table, revokedState, afterDelete }: RevocationRule, id: number): boolean {
  if (revokedState !== null) return tx.update(tableNameOf(table), id, revokedState) !== undefined;
  const row = tx.row(tableNameOf(table), id);
  // The deletion of another row may have removed it.
  if (!row) return false;
  tx.delete(table, id);
  afterDelete?.(tx, row);
  return true;
}
