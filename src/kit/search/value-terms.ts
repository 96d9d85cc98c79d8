import type { Reader } from '../data/reader.ts';
import { joinConditions, type SqlCondition } from '../data/sql-condition.ts';
import { HAS } from './expression.ts';
import { toKeyName } from './field-tags.ts';
import { parseSearch, type SearchTerm } from './query-language.ts';
import type { SearchTime, ValueKey } from './value-key.ts';
import { createComparison } from './value-range.ts';

/** The keys of dates, numbers and choices by the names that users may type. */
export type ValueKeys = ReadonlyMap<string, readonly ValueKey[]>;

/** Reads the keys of dates, numbers and choices, without personal ones for callers that may not read them. */
export type ReadValues = (reader: Reader, isImpersonal: boolean) => ValueKeys;

/** The values of one field that fulfill a term of a search. */
export interface ValueTest extends SqlCondition {
  key: ValueKey;
}

/** A term of a search about dates, numbers or choices: a record has one of the values, or none when it is excluded. */
export interface ValueClause {
  isExcluded: boolean;
  tests: readonly ValueTest[];
}

/** A search in two parts. */
export interface SplitSearch {
  /** The terms about texts, as they were typed. */
  text: string;
  /** The terms about dates, numbers and choices. */
  terms: readonly SearchTerm[];
}

interface SplitKeys {
  values: ValueKeys;
  /** The names of the text fields. */
  texts: ReadonlyMap<string, unknown>;
}

/**
 * Separates the terms about dates, numbers and choices from those about texts. A colon after the name of a text field
 * means the text. Any other value makes its term text, like an unknown key.
 */
export function splitSearch(query: string, readKeys: () => SplitKeys, now: SearchTime): SplitSearch {
  const terms = parseSearch(query);
  if (terms.every(({ key }) => key === undefined)) return { text: query, terms: [] };
  const { values, texts } = readKeys();
  const isText = (name: string, operator: string | undefined) => operator === ':' && texts.has(name);
  const isAboutValues = (term: SearchTerm) =>
    namesOf(term).every((name) => values.has(name) && !isText(name, term.operator)) &&
    createTests(term, values, now).length > 0;
  const found = terms.filter((term) => term.key !== undefined && isAboutValues(term));
  const others = terms.filter((term) => !found.includes(term));
  return found.length === 0
    ? { text: query, terms: [] }
    : { text: others.map(({ typed }) => typed).join(' '), terms: found };
}

/**
 * Returns the clauses of terms for records with these keys. Returns undefined when no such record matches,
 * because it lacks a field. An excluded value of a missing field excludes nothing, but `-has:` requires the field.
 */
export function createValueClauses(
  terms: readonly SearchTerm[],
  keys: ValueKeys,
  now: SearchTime,
): ValueClause[] | undefined {
  const clauses: ValueClause[] = [];
  for (const term of terms) {
    const tests = createTests(term, keys, now);
    if (tests.length > 0) clauses.push({ isExcluded: term.isExcluded, tests });
    else if (!term.isExcluded || term.key === HAS) return undefined;
  }
  return clauses;
}

const isPresence = ({ key, operator }: SearchTerm): boolean => key === HAS && operator === ':';

/** Returns the names of the fields that a term restricts. */
const namesOf = (term: SearchTerm): string[] =>
  isPresence(term) ? term.values.map(({ text }) => toKeyName(text)) : [term.key!];

function createTests(term: SearchTerm, keys: ValueKeys, now: SearchTime): ValueTest[] {
  const fields = namesOf(term).flatMap((name) => keys.get(name) ?? []);
  return fields.flatMap((key) => {
    if (isPresence(term)) return [{ key, ...createPresence(key, now) }];
    const tests = term.values.flatMap(
      ({ text }) => createComparison(key, term.operator ?? ':', { text, now }) ?? [],
    );
    if (tests.length === 0) return [];
    return [{ key, ...joinConditions(tests, 'OR') }];
  });
}

/** Returns the condition that a record has a value. */
const createPresence = ({ choices, operand }: ValueKey, now: SearchTime): SqlCondition =>
  choices
    ? joinConditions(
        choices.map((choice) => choice.when(now)),
        'OR',
      )
    : { sql: `${operand} IS NOT NULL`, params: [] };
