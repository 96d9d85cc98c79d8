import { tableNameOf } from '../data/query.ts';
import type { Row } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import type { PreviousRows } from './previous-rows.ts';
import { putStateRecord } from './queries.ts';
import {
  keyExpressionOf,
  type RestoreContext,
  type RevocationRule,
  ruleKindOf,
  watchedColumnsOf,
} from './revocation-rule.ts';

/**
 * Copies the rows of `lastingstates` in the previous data to the restored data, including those of other
 * appliances.
 */
export function carryRecords(tx: Tx, previousRows: PreviousRows): void {
  for (const { state, ...record } of previousRows.stateRecords)
    putStateRecord.run(tx, { ...record, state: state && JSON.stringify(state) });
}

/**
 * Records the latest state of rows that the restored data lack or that belong to another appliance, because
 * the next restore needs it. Data of older versions have no records of their own.
 */
export function carryStates(
  tx: Tx,
  previousRows: PreviousRows,
  rule: RevocationRule,
  keys: ReadonlySet<string>,
): void {
  const columns = watchedColumnsOf(rule);
  const { applianceid, isOtherAppliance } = previousRows;
  if (columns.length === 0 || applianceid === undefined) return;
  for (const [key, row] of previousRows.previousRowsOf(rule)) {
    if ((!isOtherAppliance && keys.has(key)) || row.lastingcounts === 0) continue;
    const state = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
    putStateRecord.run(tx, { applianceid, tablename: ruleKindOf(rule), key, state: JSON.stringify(state) });
  }
}

interface MissingRows {
  around: RestoreContext;
  /** The keys of the existing rows. */
  keys: ReadonlySet<string>;
}

/**
 * Inserts the previous rows of a rule that the restored data lack. Skips a row that would refer to another
 * record there, or to none. Returns the number of inserted rows.
 */
export function carryMissing(
  tx: Tx,
  previousRows: PreviousRows,
  rule: RevocationRule,
  { around, keys }: MissingRows,
): number {
  const { carried, carry = (last: Row) => last } = rule;
  if (!carried) return 0;
  let count = 0;
  for (const [key, last] of previousRows.all(rule)) {
    if (keys.has(key)) continue;
    const own = Object.fromEntries(carried.map(({ name }) => [name, last[name] ?? null]));
    const row = carry(own, around);
    if (!row || keyFor(tx, rule, row) !== key) continue;
    tx.insert(tableNameOf(rule.table), row);
    count++;
  }
  return count;
}

/** Returns the key that a new row would have. A different thing with the same ID has another key. */
const keyFor = (tx: Tx, rule: RevocationRule, row: Row): string | undefined => {
  const columns = Object.keys(row).map((column) => `? AS ${column}`);
  return tx.value<string>(
    `SELECT ${keyExpressionOf(rule, 'made')} FROM (SELECT ${columns.join(', ')}) AS made`,
    ...Object.values(row),
  );
};
