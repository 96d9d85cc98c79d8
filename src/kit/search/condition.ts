import { joinConditions, type SqlCondition } from '../data/sql-condition.ts';
import { documentId, groupWordOf } from './document-id.ts';
import { createListCondition, type SearchClause, type SearchExpression, toMatch } from './expression.ts';
import type { ReadKeys } from './field-tags.ts';
import type { FindSimilarWords } from './typos.ts';
import { type ComparedList, toListCondition } from './value-conditions.ts';
import type { ReadValues, ValueClause } from './value-terms.ts';

/**
 * The location of the texts of a list's records: the number of the kind, and the column with the ID of the
 * record.
 */
export interface SearchScope {
  kind: number;
  /** The name of the list, if it contains only some records of the kind. */
  list?: string | undefined;
  column: string;
  /** Reads the fields to which the search can be restricted. */
  readKeys: ReadKeys;
  /** Reads the dates and numbers with which the search can compare values. */
  readValues: ReadValues;
  /** The tables of the list that contain one row for each record. */
  tables?: readonly string[];
  onlyActive: boolean;
  /**
   * True leaves personal texts out of the search: those that reveal who uses a record or how it is reached.
   */
  impersonal?: boolean;
  /** Finds similar words of a misspelled one; set by a search of many lists. */
  findSimilarWords?: FindSimilarWords;
}

/** The result of a text search in a list. */
export type TextMatch =
  /** The IDs of all records that match, when they are few. */
  | { ids: number[] }
  /**
   * The conditions on texts and values, when many records match. It is then faster to check the records in the
   * order of the list.
   */
  | FrequentMatch;

/** The conditions of a search that many records match. Either part may be empty. */
export interface FrequentMatch {
  expression: SearchExpression;
  clauses: readonly ValueClause[];
}

/** Reports whether no stored text can contain the text, because SQLite reads a text only up to a NUL. */
export const isUnsearchable = (text: string): boolean => text.includes('\0');

/**
 * Returns a pattern for `LIKE ? ESCAPE '\\'` that matches values that contain the text. Escapes the wildcards
 * in the text.
 */
export const toContainsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Returns a pattern like `toContainsPattern` for values that start with the text. */
export const toStartPattern = (text: string): string => toContainsPattern(text).slice(1);

/** The documents in which the word index is searched. */
interface SearchedDocuments extends Pick<SearchScope, 'kind' | 'list' | 'impersonal'> {
  /** The states of the records: active, inactive or both. */
  states: readonly boolean[];
  /** True finds the documents that do not match. */
  isReversed?: boolean;
}

/** Returns the query of the word index for the documents of a list that match. */
export function toIndexQuery(
  expression: SearchExpression,
  { kind, list, states, impersonal, isReversed }: SearchedDocuments,
): string {
  const groupWords = states.map((isactive) => groupWordOf(kind, isactive));
  const all = createListCondition(list);
  const match = isReversed
    ? `(${toMatch(all, groupWords)}) NOT (${toMatch(expression, groupWords)})`
    : toMatch([...all, ...expression], groupWords);
  return impersonal ? `{body} : (${match})` : match;
}

/**
 * Returns the search result as a condition on the tables of the list. `isInOrder` is for statements that read
 * the list in its own order until a page is full.
 */
export function matchCondition(
  found: TextMatch,
  scope: Omit<SearchScope, 'readKeys' | 'readValues'> & ComparedList,
): SqlCondition {
  const { column } = scope;
  if ('ids' in found)
    return {
      sql: `${column} IN (SELECT value FROM json_each(?))`,
      params: [JSON.stringify(found.ids)],
    };
  const values = found.clauses.map((clause) => toListCondition(clause, scope));
  return joinConditions([
    ...(found.expression.length > 0 ? [containsAll(found.expression, scope)] : []),
    ...values,
  ]);
}

/** Returns the condition that the text of a record contains all words. `column` is SQL of its ID. */
export function containsAll(
  expression: SearchExpression,
  {
    column,
    kind,
    onlyActive,
    impersonal,
  }: Pick<SearchScope, 'column' | 'kind' | 'onlyActive' | 'impersonal'>,
): SqlCondition {
  const states = onlyActive ? [true] : [true, false];
  const numbers = states.map((isactive) => `${column} + ${documentId(0, kind, isactive)}`);
  const texts = impersonal ? ['f.body'] : ['f.body', 'f.personal'];
  const { sql, params } = joinConditions(expression.map((clause) => containsSql(clause, texts)));
  return {
    sql: `EXISTS (SELECT 1 FROM searchdocs f WHERE f.docid IN (${numbers.join(', ')}) AND ${sql})`,
    params,
  };
}

/** Returns SQL that checks one clause against the texts of a document. */
function containsSql({ needles, isExcluded }: SearchClause, texts: readonly string[]) {
  const tests = needles.flatMap((needle) => texts.map((text) => ({ sql: `instr(${text}, ?) > 0`, needle })));
  return {
    sql: `${isExcluded ? 'NOT ' : ''}(${tests.map(({ sql }) => sql).join(' OR ')})`,
    params: tests.map(({ needle }) => needle),
  };
}
