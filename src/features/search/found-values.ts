import type { Reader, Value } from '../../kit/data/reader.ts';
import type { SqlCondition } from '../../kit/data/sql-condition.ts';
import { containsAll } from '../../kit/search/condition.ts';
import { documentId } from '../../kit/search/document-id.ts';
import type { SearchExpression } from '../../kit/search/expression.ts';
import type { MatchedField } from '../../kit/search/matched-field.ts';
import { keepIds, selectIds, toSingleCondition } from '../../kit/search/value-conditions.ts';
import type { ValueKey } from '../../kit/search/value-key.ts';
import type { ValueClause } from '../../kit/search/value-terms.ts';
import { DOCUMENT_COLUMNS, findMatching, type SearchRow } from './found-documents.ts';

/** A kind of records, and the conditions on their dates, numbers and choices. */
export interface ValuedKind {
  kind: number;
  clauses: readonly ValueClause[];
}

/** The maximum number of records of a kind with a value that are compared with the other conditions. */
const MAX_COMPARED = 4000;
/** The maximum number of records of a kind that are read for a single condition. */
const MAX_ALONE = 200;

interface FindOptions {
  expression: SearchExpression;
  /** The maximum number of records of a kind. */
  limit: number;
}

/** Returns records whose texts match the expression and whose values fulfill the clauses of their kind. */
export const findByValues = (
  reader: Reader,
  valued: readonly ValuedKind[],
  options: FindOptions,
): SearchRow[] => valued.flatMap((one) => findInKind(reader, one, options));

function findInKind(
  reader: Reader,
  { kind, clauses }: ValuedKind,
  { expression, limit }: FindOptions,
): SearchRow[] {
  const driver = clauses.find(({ isExcluded }) => !isExcluded);
  const isAlone = clauses.length === 1 && expression.length === 0;
  const ids = driver && readIds(reader, driver, isAlone ? MAX_ALONE : MAX_COMPARED + 1);
  const isComplete = ids !== undefined && ids.length <= MAX_COMPARED;
  if (!ids || (expression.length > 0 && !isComplete)) {
    const rows = findMatching(reader, expression, [kind], { limit: MAX_COMPARED });
    return keepRows(reader, rows, clauses).slice(0, limit);
  }
  const texts =
    expression.length > 0
      ? [containsAll(expression, { column: 'found.value', kind, onlyActive: false })]
      : [];
  const others = clauses.filter((clause) => clause !== driver).map(toFoundCondition);
  return readDocuments(reader, kind, keepIds(reader, ids, [...others, ...texts]), limit);
}

function readIds(reader: Reader, clause: ValueClause, limit: number): number[] {
  const { sql, params } = selectIds(clause, false);
  return reader.all<{ id: number }>(`${sql} LIMIT ?`, ...params, limit).map(({ id }) => id);
}

const toFoundCondition = (clause: ValueClause) => toSingleCondition(clause, 'found.value');

function keepRows(reader: Reader, rows: readonly SearchRow[], clauses: readonly ValueClause[]): SearchRow[] {
  const ids = rows.map(({ entityid }) => entityid);
  const kept = new Set(keepIds(reader, ids, clauses.map(toFoundCondition)));
  return rows.filter(({ entityid }) => kept.has(entityid));
}

/** Returns the documents of these records, at most `limit`, the active ones first. */
const readDocuments = (reader: Reader, kind: number, ids: readonly number[], limit: number): SearchRow[] =>
  [true, false]
    .flatMap((isactive) =>
      reader.all<SearchRow>(
        `SELECT ${DOCUMENT_COLUMNS} FROM json_each(?) found CROSS JOIN searchdocs d
           ON d.docid = found.value + ${documentId(0, kind, isactive)} LIMIT ?`,
        JSON.stringify(ids),
        limit,
      ),
    )
    .slice(0, limit);

/** Returns the first value of a record that fulfills a clause of its kind, as the matched field. */
export function readMatchedValue(
  reader: Reader,
  valued: readonly ValuedKind[] | undefined,
  kind: number,
  id: number,
): MatchedField | null {
  const clauses = valued?.find((one) => one.kind === kind)?.clauses ?? [];
  for (const { isExcluded, tests } of clauses)
    for (const { key, sql, params } of isExcluded ? [] : tests) {
      const value = readValue(reader, { key, id, condition: { sql, params } });
      if (value !== undefined) return { field: key.field, title: key.title, text: value };
    }
  return null;
}

/** Returns the value of a record that fulfills a condition, as users read it. */
function readValue(
  reader: Reader,
  { key, id, condition }: { key: ValueKey; id: number; condition: SqlCondition },
): string | undefined {
  const own = key.isOwn ? ` AND ${key.isOwn}` : '';
  const read = (selected: string, { sql, params }: SqlCondition) =>
    reader.value<Value>(
      `SELECT ${selected} FROM ${key.from} WHERE ${key.id} = ?${own} AND (${sql})`,
      id,
      ...params,
    );
  const value = read(key.choices ? '1' : key.operand, condition);
  if (value === undefined || !key.choices) return value === undefined ? undefined : String(value);
  return key.choices.find((choice) => read('1', choice.when(reader)) !== undefined)?.title;
}
