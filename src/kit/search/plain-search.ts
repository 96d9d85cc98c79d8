import { joinConditions, type SqlCondition } from '../data/sql-condition.ts';
import { isUnsearchable, toContainsPattern } from './condition.ts';
import { HAS } from './expression.ts';
import { toKeyName } from './field-tags.ts';
import { parseSearch, type SearchTerm, type SearchValue } from './query-language.ts';

/** The rows that a search without an index reads. */
export interface PlainSearch {
  /** The SQL of each field by the names that users may type, in lower case. */
  fields: Readonly<Record<string, string>>;
  /** The names of the fields that a term without a key searches; by default all. */
  searched?: readonly string[];
  /** Returns further conditions for rows that a text without a key finds. */
  findElsewhere?(value: SearchValue): readonly SqlCondition[];
}

/**
 * Returns the condition for rows that match all terms of a search in the search language. A text is found
 * anywhere in a field, and only `key:value` has an effect on keys. Returns undefined for a search without terms.
 */
export function createPlainSearch(query: string, search: PlainSearch): SqlCondition | undefined {
  if (isUnsearchable(query)) return { sql: '0', params: [] };
  const terms = new Map(parseSearch(query).map((term) => [term.typed, term]));
  const conditions = [...terms.values()].map((term) => createTermCondition(term, search));
  return conditions.length === 0 ? undefined : joinConditions(conditions);
}

function createTermCondition(term: SearchTerm, search: PlainSearch): SqlCondition {
  const found = joinConditions(createAlternatives(term, search), 'OR');
  return term.isExcluded ? { ...found, sql: `(${found.sql}) IS NOT TRUE` } : found;
}

function createAlternatives(term: SearchTerm, search: PlainSearch): SqlCondition[] {
  const { fields, searched = Object.keys(fields) } = search;
  const { key, operator, values, isExcluded, typed } = term;
  const has = (name: string) => Object.hasOwn(fields, name);
  if (key === HAS && operator === ':' && values.every(({ text }) => has(toKeyName(text))))
    return values.map(({ text }) => ({ sql: `${fields[toKeyName(text)]} <> ''`, params: [] }));
  if (key !== undefined && operator === ':' && has(key))
    return values.map(({ text }) => contains(fields[key]!, text));
  const plain = { text: isExcluded ? typed.slice(1) : typed, isPhrase: false };
  const value = key === undefined ? values[0]! : plain;
  return [
    ...searched.map((name) => contains(fields[name]!, value.text)),
    ...(search.findElsewhere?.(value) ?? []),
  ];
}

const contains = (column: string, text: string): SqlCondition => ({
  sql: `${column} LIKE ? ESCAPE '\\'`,
  params: [toContainsPattern(text.trim())],
});
