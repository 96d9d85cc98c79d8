/** An alternative of a term. Its words follow one another in the text. */
export interface SearchValue {
  text: string;
  /** True for a value in quotes: the last word is complete. */
  isPhrase: boolean;
}

/** A condition of a search. A record must match all terms of the search. */
export interface SearchTerm {
  /** The name before the colon, in lower case; undefined for a word or phrase. */
  key?: string;
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

/**
 * Parses a search. A word matches the beginning of a word, `"..."` is a phrase, `-word` excludes, and
 * `key:value` restricts the search to one field. `|` separates alternatives of a key. Every text has a
 * meaning, so nothing is an error.
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

function readTerm(text: string, start: number): { term: SearchTerm | undefined; end: number } {
  const isExcluded = text[start] === '-' && /\S/.test(text[start + 1] ?? ' ');
  const first = isExcluded ? start + 1 : start;
  const key = /^([^\s":|]+):(?=[^\s|])/.exec(text.slice(first))?.[1];
  const values: SearchValue[] = [];
  let at = key === undefined ? first : first + key.length + 1;
  for (;;) {
    VALUE.lastIndex = at;
    const found = VALUE.exec(text);
    if (!found) {
      at++;
      break;
    }
    at = VALUE.lastIndex;
    const value = found[1] ?? found[2]!;
    if (value.trim() !== '') values.push({ text: value, isPhrase: found[1] !== undefined });
    if (key === undefined || text[at] !== '|') break;
    at++;
  }
  const end = Math.max(at, start + 1);
  if (values.length === 0) return { term: undefined, end };
  const typed = text.slice(start, end);
  return {
    term: { ...(key !== undefined && { key: key.toLowerCase() }), values, isExcluded, typed, start, end },
    end,
  };
}
