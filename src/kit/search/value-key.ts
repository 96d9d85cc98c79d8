import { listKeyNames, type SearchKey } from './field-tags.ts';

/** A date, a number or a yes or no of records, with which a search compares a value: `cost>500`. */
export interface ValueKey extends SearchKey {
  kind: 'number' | 'date' | 'instant' | 'boolean';
  /** The stored texts of a boolean. Without them, it is stored as 0 or 1. */
  truths?: { no: string; yes: string };
  /** The table that contains the value, if a list of this table can compare it directly. */
  table?: string;
  /** The FROM clause that contains the value. */
  from: string;
  /** The SQL of the record ID in `from`. */
  id: string;
  /** The SQL of the value in `from`. */
  operand: string;
  /** A condition for the rows of the field in `from`. */
  isOwn?: string;
  /** The SQL of the state of the record in `from`, by which an index of the value may start. */
  state?: string;
}

/** Groups value keys by the names that users may type, in lower case and without blanks. */
export function groupByKeyName(keys: readonly ValueKey[]): Map<string, ValueKey[]> {
  const byName = new Map<string, ValueKey[]>();
  for (const key of keys)
    for (const name of listKeyNames(key)) byName.set(name, [...(byName.get(name) ?? []), key]);
  return byName;
}
