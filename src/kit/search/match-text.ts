import type { Reader } from '../data/reader.ts';
import {
  containsAll,
  type FrequentMatch,
  type SearchScope,
  type TextMatch,
  toIndexQuery,
} from './condition.ts';
import { documentRangeOf, entityExpressionOf } from './document-id.ts';
import { compileSearch, type SearchExpression } from './expression.ts';
import { documentInRange } from './queries.ts';
import { replaceMisspelledWords } from './typos.ts';
import { keepIds, selectIds, toSingleCondition } from './value-conditions.ts';
import { createValueClauses, splitSearch } from './value-terms.ts';

/**
 * The maximum number of records to look up one by one. Beyond it, reading the list until a page is full is
 * faster.
 */
const MAX_SCANNED_IDS = 4000;

/**
 * Finds the records of a list that match a search. A search without any word or value matches none. A
 * misspelled word is tolerated when nothing in the scope begins with it. Returns the conditions instead of
 * the IDs if more than `MAX_SCANNED_IDS` records match.
 */
export function matchText(reader: Reader, scope: SearchScope, query: string): TextMatch {
  const readValues = () => scope.readValues(reader, scope.impersonal === true);
  const texts = () => scope.readKeys(reader);
  const split = splitSearch(query, () => ({ values: readValues(), texts: texts() }), reader);
  const clauses = split.terms.length === 0 ? [] : createValueClauses(split.terms, readValues(), reader);
  const expression = compileSearch(split.text, texts) ?? (clauses?.length ? [] : undefined);
  if (!clauses || !expression) return { ids: [] };
  return findIds(reader, scope, { expression, clauses });
}

/** Reports whether records of a kind have texts, active or not. */
export const hasTexts = (reader: Reader, kind: number): boolean =>
  documentInRange.get(reader, {
    first: documentRangeOf(kind, false).first,
    last: documentRangeOf(kind, true).last,
  }) !== undefined;

/** Returns the IDs of the records that fulfill all conditions, if few fulfill the texts or one of the values. */
function findIds(reader: Reader, scope: SearchScope, match: FrequentMatch): TextMatch {
  const { clauses } = match;
  const expression = match.expression.length > 0 ? spellWords(reader, scope, match.expression) : [];
  const found =
    expression.length > 0 ? findByText(reader, scope, expression, MAX_SCANNED_IDS + 1) : undefined;
  if (found && found.length <= MAX_SCANNED_IDS)
    return { ids: keepIds(reader, found, clauses.map(toFoundCondition)) };
  for (const clause of clauses) {
    if (clause.isExcluded) continue;
    const { sql, params } = selectIds(clause, scope.onlyActive);
    const rows = reader.all<{ id: number }>(`${sql} LIMIT ?`, ...params, MAX_SCANNED_IDS + 1);
    if (rows.length > MAX_SCANNED_IDS) continue;
    const others = clauses.filter((one) => one !== clause).map(toFoundCondition);
    const words = expression.length > 0 ? [containsAll(expression, { ...scope, column: 'found.value' })] : [];
    const ids = rows.map(({ id }) => id);
    return { ids: keepIds(reader, ids, [...others, ...words]) };
  }
  return { expression, clauses };
}

const toFoundCondition = (clause: FrequentMatch['clauses'][number]) =>
  toSingleCondition(clause, 'found.value');

const spellWords = (reader: Reader, scope: SearchScope, expression: SearchExpression): SearchExpression =>
  replaceMisspelledWords(
    reader,
    expression,
    (clause) => findByText(reader, scope, [clause], 1).length > 0,
    scope.findSimilarWords,
  );

/** Returns the IDs of records whose texts match, at most `limit`. */
function findByText(
  reader: Reader,
  { kind, list, onlyActive, impersonal }: SearchScope,
  expression: SearchExpression,
  limit: number,
): number[] {
  return reader
    .all<{ id: number }>(
      `SELECT ${entityExpressionOf('rowid')} AS id FROM searchindex WHERE searchindex MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?`,
      toIndexQuery(expression, { kind, list, states: onlyActive ? [true] : [false, true], impersonal }),
      documentRangeOf(kind, onlyActive).first,
      documentRangeOf(kind, true).last,
      limit,
    )
    .map(({ id }) => id);
}
