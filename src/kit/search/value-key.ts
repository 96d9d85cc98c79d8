import type { SqlCondition } from '../data/sql-condition.ts';
import { listKeyNames, type SearchKey } from './field-tags.ts';

/** The time that conditions compare with. */
export interface SearchTime {
  at: string;
  /** The current day of the plant. */
  today: string;
}

/** A possible value of a field, such as yes. */
export interface ValueChoice {
  title: string;
  /** Further words that users may type. */
  aliases: readonly string[];
  /** Returns the condition that a record has the value. */
  when(now: SearchTime): SqlCondition;
}

/** A date, a number or a choice of records, with which a search compares a value: `cost>500`. */
export interface ValueKey extends SearchKey {
  kind: 'number' | 'date' | 'instant' | 'choice';
  /** The possible values of a choice. */
  choices?: readonly ValueChoice[];
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

/** Returns yes and no as the possible values of a field, with the texts or numbers that are stored for them. */
export const createTruths = (
  operand: string,
  stored: { yes: string | number; no: string | number },
): ValueChoice[] => [
  { title: 'Yes', aliases: ['true'], when: () => ({ sql: `${operand} = ?`, params: [stored.yes] }) },
  { title: 'No', aliases: ['false'], when: () => ({ sql: `${operand} = ?`, params: [stored.no] }) },
];
