import type { Reader, Row, Value } from '../data/reader.ts';
import { toComparisonKey } from '../data/same-name.ts';
import type { Tx } from '../data/tx.ts';
import { mergednames } from '../tables.ts';
import { mergedNameByName, mergedNamesOfRecord, mergedNamesOfTable } from './merged-queries.ts';
import type { Register } from './register.ts';

/** What names a record among its kind: its label, or the columns that are unique together. */
export const namingFieldsOf = ({ label, uniqueTogether }: Pick<Register, 'label' | 'uniqueTogether'>) =>
  uniqueTogether?.fields ?? [label];

const keyOf = (values: readonly Value[]): string => JSON.stringify(values.map(toComparisonKey));

/**
 * The entry into which the one of this name was merged: for agents and files that bring the name again. `values` are
 * those of `namingFieldsOf`, in their order. Undefined where none was, or where that entry is gone since.
 */
export function findMergeTarget(reader: Reader, table: string, values: readonly Value[]): number | undefined {
  return mergedNameByName.get(reader, { tablename: table, name: keyOf(values) })?.recordid;
}

/**
 * All names of a table that lead to another entry, folded, for tables whose entries have one naming field: for
 * whoever has thousands of names to ask for.
 */
export function listMergedNames(reader: Reader, table: string): ReadonlyMap<string, number> {
  return new Map(
    mergedNamesOfTable
      .all(reader, { tablename: table })
      .map(({ name, recordid }) => [String(JSON.parse(name)[0]), recordid]),
  );
}

/** From now on the name of `gone`, and all that led to it, lead to the record `to`. */
export function recordMergedName(tx: Tx, register: Register, gone: Row, to: number): void {
  const { table } = register;
  for (const { mergednameid } of mergedNamesOfRecord.all(tx, {
    tablename: table,
    recordid: gone[register.id] as number,
  }))
    tx.update(mergednames, mergednameid, { recordid: to });
  const name = keyOf(namingFieldsOf(register).map((field) => gone[field] ?? null));
  const known = mergedNameByName.get(tx, { tablename: table, name });
  if (known) tx.update(mergednames, known.mergednameid, { recordid: to });
  else tx.insert(mergednames, { tablename: table, name, recordid: to });
}

/** What was merged into a record that goes leads nowhere any more. */
export function deleteMergedNames(tx: Tx, table: string, recordid: number): void {
  for (const { mergednameid } of mergedNamesOfRecord.all(tx, { tablename: table, recordid }))
    tx.delete(mergednames, mergednameid);
}
