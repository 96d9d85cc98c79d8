import { listAddressSpellings } from '../network-address.ts';
import { parseSearch, type SearchTerm } from './query-language.ts';
import { joinWords, stripLeadingZeros, wordsOf } from './words.ts';

/**
 * A text that the body of a document contains if it matches: ` word` for words that begin with it, or
 * ` whole words `. Bodies have blanks around each word.
 */
type Needle = string;

/** A condition of a search: the document contains one of the needles, or none of them when it is excluded. */
export interface SearchClause {
  isExcluded: boolean;
  needles: Needle[];
  /** The word whose misspelling may be tolerated; undefined for phrases, identifiers and short words. */
  word?: string;
}

/** All conditions of a search. A document matches if it fulfills each. */
export type SearchExpression = readonly SearchClause[];

/** Words of fewer letters are too similar to others to tolerate a misspelling. */
const MIN_TOLERANT_LETTERS = 5;

/** The word that every document contains. */
export const ANY = '=';

/**
 * Converts a search to its conditions. Returns undefined when it contains no word, so that nothing matches.
 * An address in any notation is one condition.
 */
export function compileSearch(query: string): SearchExpression | undefined {
  const [typed, address] = listAddressSpellings(query.trim().toLowerCase());
  if (address !== undefined)
    return [{ isExcluded: false, needles: [...needlesOf(typed!, false), ...needlesOf(address, false)] }];
  const clauses = parseSearch(query).map(clauseOf);
  const usable = clauses.filter(({ needles }) => needles.length > 0);
  return usable.length === 0 ? undefined : usable;
}

function clauseOf({ key, values, isExcluded, typed }: SearchTerm): SearchClause {
  // A key is text, because the search does not restrict fields.
  const { text, isPhrase } = key === undefined ? values[0]! : { text: typed, isPhrase: false };
  const needles = needlesOf(text, isPhrase);
  const [word, ...more] = wordsOf(text);
  const isTolerant =
    !isPhrase &&
    !isExcluded &&
    more.length === 0 &&
    word !== undefined &&
    word.length >= MIN_TOLERANT_LETTERS;
  return { isExcluded, needles, ...(isTolerant && { word }) };
}

/** Returns the needles of one word, identifier or phrase. */
function needlesOf(text: string, isPhrase: boolean): Needle[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const whole = ` ${words.join(' ')}`;
  if (isPhrase) return [`${whole} `];
  const short = words.map(stripLeadingZeros);
  const joined = words.length > 1 ? joinWords(words) : undefined;
  return [
    whole,
    ...(joined === undefined ? [] : [` ${joined}`]),
    ...(short.join(' ') === words.join(' ') ? [] : [` ${short.join(' ')} `]),
  ];
}

/** Returns the query of the word index for an expression. */
export function toMatch(expression: SearchExpression): string {
  const [included, excluded] = [false, true].map((isExcluded) =>
    expression.filter((clause) => clause.isExcluded === isExcluded).map(toAlternatives),
  );
  const positive = included!.length === 0 ? `"${ANY}"` : included!.join(' AND ');
  return excluded!.length === 0 ? positive : `(${positive}) NOT (${excluded!.join(' OR ')})`;
}

const toAlternatives = ({ needles }: SearchClause): string =>
  `(${needles.map((needle) => `"${needle.trim()}"${needle.endsWith(' ') ? '' : '*'}`).join(' OR ')})`;
