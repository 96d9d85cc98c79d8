import type { Reader, Row, Value } from '../data/reader.ts';
import { toComparisonKey } from '../data/same-name.ts';
import type { Tx } from '../data/tx.ts';
import { mergednames } from '../tables.ts';
import { mergedNameByName, mergedNamesOfRecord, mergedNamesOfTable } from './merged-queries.ts';
import type { Register } from './register.ts';

/**
 * Returns the fields that identify a record among its kind: its label, or the columns that are unique
 * together.
 */
export const namingFieldsOf = ({ label, uniqueTogether }: Pick<Register, 'label' | 'uniqueTogether'>) =>
  uniqueTogether?.fields ?? [label];

const keyOf = (values: readonly Value[]): string => JSON.stringify(values.map(toComparisonKey));

/**
 * Returns the ID of the record into which the record of this name was merged, for agents and files that use
 * the old name again. `values` are those of `namingFieldsOf`, in their order. Returns undefined when there is
 * no such merge, or when the record has been deleted since. Code that creates a record by name calls this
 * function first.
 */
export function findMergeTarget(reader: Reader, table: string, values: readonly Value[]): number | undefined {
  return mergedNameByName.get(reader, { tablename: table, name: keyOf(values) })?.recordid;
}

/**
 * Returns all merged names of a table, folded, each with the ID of the record into which it was merged. Only
 * for tables with a single naming field, and for callers that look up thousands of names.
 */
export function listMergedNames(reader: Reader, table: string): ReadonlyMap<string, number> {
  return new Map(
    mergedNamesOfTable
      .all(reader, { tablename: table })
      .map(({ name, recordid }) => [String(JSON.parse(name)[0]), recordid]),
  );
}

/** Records that the name of `gone`, and all names merged into it, now refer to the record `to`. */
export function recordMergedName(tx: Tx, register: Register, gone: Row, to: number): void {
  const { table } = register;
  for (const { mergednameid } of mergedNamesOfRecord.all(tx, {
    tablename: table,
    recordid: gone[register.id] as number,
  }))
    tx.update(mergednames, mergednameid, { recordid: to });
  const name = keyOf(namingFieldsOf(register).map((field) => gone[field] ?? null));
  const existing = mergedNameByName.get(tx, { tablename: table, name });
  if (existing) tx.update(mergednames, existing.mergednameid, { recordid: to });
  else tx.insert(mergednames, { tablename: table, name, recordid: to });
}

/** Deletes the names that were merged into a record, because the record is deleted. */
export function deleteMergedNames(tx: Tx, table: string, recordid: number): void {
  for (const { mergednameid } of mergedNamesOfRecord.all(tx, { tablename: table, recordid }))
    tx.delete(mergednames, mergednameid);
}
