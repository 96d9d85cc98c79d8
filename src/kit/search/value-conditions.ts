import type { Reader } from '../data/reader.ts';
import type { SqlCondition } from '../data/sql-condition.ts';
import type { ValueClause, ValueTest } from './value-terms.ts';

/** Returns SQL that selects the IDs of the records with a value, as `id`. */
export function selectIds({ tests }: ValueClause, onlyActive: boolean): SqlCondition {
  return {
    sql: tests.map((test) => selectIdsOf(test, onlyActive)).join(' UNION '),
    params: tests.flatMap(({ params }) => params),
  };
}

function selectIdsOf({ key, sql }: ValueTest, onlyActive: boolean): string {
  const { from, id, isOwn, state } = key;
  const states = state && `${state} IN (${onlyActive ? '1' : '0, 1'})`;
  const conditions = [states, isOwn, `(${sql})`].filter(Boolean).join(' AND ');
  return `SELECT ${id} AS id FROM ${from} WHERE ${conditions}`;
}

/** The list whose records are compared with values. */
export interface ComparedList {
  /** The column with the ID of the record. */
  column: string;
  /** The tables of the list that contain one row for each record. */
  tables?: readonly string[];
  /** True to read the list in its own order. Otherwise SQLite may start at an index of the values. */
  isInOrder?: boolean;
}

/**
 * Returns the condition that a record of the list fulfills a clause. Values in the tables of the list are
 * compared directly, and others by a list of all IDs with the value.
 */
export const toListCondition = (
  clause: ValueClause,
  { column, tables = [], isInOrder = false }: ComparedList,
): SqlCondition =>
  joinTests(clause, (test) => {
    const { table, operand } = test.key;
    if (table === undefined || !tables.includes(table)) return `${column} IN (${selectIdsOf(test, false)})`;
    // SQLite uses no index for an expression.
    return isInOrder ? test.sql.replaceAll(operand, `+${operand}`) : test.sql;
  });

/**
 * Returns the condition that a single record fulfills a clause, which reads only the values of this record.
 * `id` is SQL that contains no column of a table with values.
 */
export const toSingleCondition = (clause: ValueClause, id: string): SqlCondition =>
  joinTests(clause, ({ key, sql }) => {
    const own = key.isOwn ? ` AND ${key.isOwn}` : '';
    return `EXISTS (SELECT 1 FROM ${key.from} WHERE ${key.id} = ${id}${own} AND (${sql}))`;
  });

function joinTests({ isExcluded, tests }: ValueClause, toSql: (test: ValueTest) => string): SqlCondition {
  const sql = `(${tests.map((test) => `(${toSql(test)})`).join(' OR ')})`;
  return {
    sql: isExcluded ? `${sql} IS NOT TRUE` : sql,
    params: tests.flatMap(({ params }) => params),
  };
}

/** Returns those of the IDs whose records fulfill all conditions, which refer to an ID as `found.value`. */
export function keepIds(
  reader: Reader,
  ids: readonly number[],
  conditions: readonly SqlCondition[],
): number[] {
  if (conditions.length === 0 || ids.length === 0) return [...ids];
  return reader
    .all<{ id: number }>(
      `SELECT found.value AS id FROM json_each(?) found WHERE ${conditions.map(({ sql }) => `(${sql})`).join(' AND ')}`,
      JSON.stringify(ids),
      ...conditions.flatMap(({ params }) => params),
    )
    .map(({ id }) => id);
}
