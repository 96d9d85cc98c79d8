import type { Reader, Value } from '../data/reader.ts';
import type { SqlCondition } from '../data/sql-condition.ts';
import type { FilterValueKind } from './filter-operators.ts';
import type { CurrentTime } from './filters.ts';
import type { Register } from './register.ts';

/** A value of a list's rows to which filter operators apply. */
export interface FilterableField {
  kind: FilterValueKind;
  /** The SQL of the value. */
  operand: string;
  /** The values of a choice. */
  options?: readonly string[];
  /** The register whose records match with all records within them. */
  tree?: Register;
  /** The table and column of a name, which is compared in any letter case of any alphabet. */
  name?: { table: string; column: string; id: string };
  /** True if an index of the column may serve comparisons, so that they use its collation. */
  isIndexed?: boolean;
  /** The rows of another table with the value: a condition follows `select`. `column` contains their key. */
  within?: { column: string; select: string; params?: readonly Value[] | ((reader: Reader) => Value[]) };
  /** Returns the condition that a record has one of the values, instead of `operand`. Each record has one. */
  when?(value: string, now: CurrentTime): SqlCondition;
  personal?: boolean | undefined;
  signedIn?: boolean | undefined;
}
