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

/** What the data of before kept goes on being kept in those that take their place, whatever appliance it is of. */
export function carryRecords(tx: Tx, known: PreviousRows): void {
  for (const { state, ...record } of known.stateRecords)
    putStateRecord.run(tx, { ...record, state: state && JSON.stringify(state) });
}

/** How rows were last that these data lack: those of an older version kept nothing of it, and the next restore asks. */
export function carryStates(
  tx: Tx,
  known: PreviousRows,
  end: RevocationRule,
  keys: ReadonlySet<string>,
): void {
  const columns = watchedColumnsOf(end);
  const { applianceid, isOtherAppliance } = known;
  if (columns.length === 0 || applianceid === undefined) return;
  for (const [key, row] of known.previousRowsOf(end)) {
    if ((!isOtherAppliance && keys.has(key)) || row.lastingcounts === 0) continue;
    const state = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
    putStateRecord.run(tx, { applianceid, tablename: ruleKindOf(end), key, state: JSON.stringify(state) });
  }
}

interface Missing {
  around: RestoreContext;
  /** What the rows that are there are known by. */
  keys: ReadonlySet<string>;
}

/** Puts in what takes a right and is not there, where that is which it is about; answers how many. */
export function carryMissing(
  tx: Tx,
  known: PreviousRows,
  end: RevocationRule,
  { around, keys }: Missing,
): number {
  const { carried, carry = (last: Row) => last } = end;
  if (!carried) return 0;
  let count = 0;
  for (const [key, last] of known.all(end)) {
    if (keys.has(key)) continue;
    const own = Object.fromEntries(carried.map(({ name }) => [name, last[name] ?? null]));
    const row = carry(own, around);
    if (!row || keyFor(tx, end, row) !== key) continue;
    tx.insert(tableNameOf(end.table), row);
    count++;
  }
  return count;
}

/** What a row would be known by that is not there yet: another thing of the same number has another key. */
const keyFor = (tx: Tx, end: RevocationRule, row: Row): string | undefined => {
  const columns = Object.keys(row).map((column) => `? AS ${column}`);
  return tx.value<string>(
    `SELECT ${keyExpressionOf(end, 'made')} FROM (SELECT ${columns.join(', ')}) AS made`,
    ...Object.values(row),
  );
};
