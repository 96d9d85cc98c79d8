/** An alternative of a term. Its words follow one another in the text. */
export interface SearchValue {
  text: string;
  /** True for a value in quotes: the last word is complete. */
  isPhrase: boolean;
}

/** The signs that may follow a key. Only dates and numbers are compared with the others than the colon. */
export type SearchOperator = ':' | '<' | '<=' | '>' | '>=';

/** A condition of a search. A record must match all terms of the search. */
export interface SearchTerm {
  /** The name before the operator, in lower case; undefined for a word or phrase. */
  key?: string;
  /** The sign after the key; undefined without a key. */
  operator?: SearchOperator;
  /** Alternatives; a term without a key has one. */
  values: SearchValue[];
  /** True when the record must not match. */
  isExcluded: boolean;
  /** The term as it was typed, for a key that is unknown. */
  typed: string;
  /** The positions of its first character and after its last one. */
  start: number;
  end: number;
}

const VALUE = /"([^"]*)"?|([^\s"|]+)/y;
/** A sign without the word or key that it belongs to, because the user has not typed it yet. */
const UNFINISHED_SIGN = /^-+$/;
/** A key with its operator. `cost:>500` is read as `cost>500`. */
const KEY = /^([^\s":|<>]+)(:?[<>]=?|:)(?=[^\s|])/;

/**
 * Parses a search. A word matches the beginning of a word, `"..."` is a phrase, `-word` excludes, and
 * `key:value` restricts the search to one field, and `key<value` compares a date or number. `|` separates
 * alternatives of a key. Nothing is an error: a `-` or `|` alone is not finished and means nothing.
 */
export function parseSearch(query: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  const text = query.trim();
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text[at]!)) at++;
    else {
      const { term, end } = readTerm(text, at);
      if (term) terms.push(term);
      at = end;
    }
  }
  return terms;
}

/** Reports whether a search restricts a list. A blank text and one that is not finished do not. */
export const hasTerms = (query: string): boolean => parseSearch(query).length > 0;

function readTerm(text: string, start: number): { term: SearchTerm | undefined; end: number } {
  const isExcluded = text[start] === '-' && /\S/.test(text[start + 1] ?? ' ');
  const first = isExcluded ? start + 1 : start;
  const [head, key, sign] = KEY.exec(text.slice(first)) ?? [];
  const values: SearchValue[] = [];
  let at = first + (head?.length ?? 0);
  for (;;) {
    VALUE.lastIndex = at;
    const found = VALUE.exec(text);
    if (!found) {
      at++;
      break;
    }
    at = VALUE.lastIndex;
    const value = found[1] ?? found[2]!;
    if (isFinished(value, key ?? found[1])) values.push({ text: value, isPhrase: found[1] !== undefined });
    if (key === undefined || text[at] !== '|') break;
    at++;
  }
  const end = Math.max(at, start + 1);
  if (values.length === 0) return { term: undefined, end };
  const typed = text.slice(start, end);
  const named = key !== undefined && { key: key.toLowerCase(), operator: operatorOf(sign!) };
  return { term: { ...named, values, isExcluded, typed, start, end }, end };
}

/** Reports whether a value restricts the search. A sign counts only after a key or in quotes. */
const isFinished = (value: string, context: string | undefined): boolean =>
  value.trim() !== '' && (context !== undefined || !UNFINISHED_SIGN.test(value));

const operatorOf = (sign: string): SearchOperator =>
  (sign.length > 1 ? sign.replace(':', '') : sign) as SearchOperator;
