import { listAddressSpellings } from '../network-address.ts';
import { filterWordOf } from './document-id.ts';
import { addTag, toKeyName } from './field-tags.ts';
import { parseSearch, type SearchTerm, type SearchValue } from './query-language.ts';
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
  word?: string | undefined;
  /** The tags of the fields that the search is restricted to; undefined for any field. */
  tags?: readonly string[] | undefined;
}

/** All conditions of a search. A document matches if it fulfills each. */
export type SearchExpression = readonly SearchClause[];

/** Words of fewer letters are too similar to others to tolerate a misspelling. */
const MIN_TOLERANT_LETTERS = 5;

/** The sign between the texts of a document. */
export const SEPARATOR = '=';

/**
 * Converts a search to its conditions. Returns undefined when it contains no word, so that nothing matches.
 * An address in any notation is one condition. `readTags` returns the tags of the fields by their names; a key
 * that it lacks is text.
 */
export function compileSearch(
  query: string,
  readTags: () => ReadonlyMap<string, readonly string[]>,
): SearchExpression | undefined {
  const [typed, address] = listAddressSpellings(query.trim().toLowerCase());
  if (address !== undefined)
    return [{ isExcluded: false, needles: [...needlesOf(typed!, false), ...needlesOf(address, false)] }];
  const terms = parseSearch(query);
  const tags = terms.some(({ key }) => key !== undefined) ? readTags() : new Map<string, string[]>();
  const clauses = terms.map((term) => taggedClauseOf(term, tags) ?? plainClauseOf(term));
  const usable = clauses.filter(({ needles }) => needles.length > 0);
  return usable.length === 0 ? undefined : usable;
}

/**
 * Returns the needle for a search of several plain words in their order, the last one as the beginning of a
 * word. Returns undefined for any other search.
 */
export function toPhrase(query: string): Needle | undefined {
  const terms = parseSearch(query);
  const isPlain = terms.every(
    ({ key, values, isExcluded }) => key === undefined && !isExcluded && !values[0]!.isPhrase,
  );
  const words = wordsOf(query);
  return isPlain && terms.length > 1 && words.length > 1 ? ` ${words.join(' ')}` : undefined;
}

/** The key of a term that asks for any text in a field: `has:serialnumber`. */
export const HAS = 'has';

/** Returns the clause of a term with a known key. */
function taggedClauseOf(
  { key, values, isExcluded }: SearchTerm,
  known: ReadonlyMap<string, readonly string[]>,
): SearchClause | undefined {
  if (key === undefined) return undefined;
  if (key === HAS) {
    const tags = values.flatMap(({ text }) => known.get(toKeyName(text)) ?? []);
    return tags.length === 0 ? undefined : { isExcluded, needles: tags.map((tag) => ` ${tag}`) };
  }
  const tags = known.get(key);
  if (!tags) return undefined;
  const needles = values.flatMap(({ text, isPhrase }) => needlesOf(text, isPhrase));
  const word = values.length === 1 && !isExcluded ? tolerantWordOf(values[0]!) : undefined;
  return { isExcluded, needles: addTags(needles, tags), word, tags };
}

function plainClauseOf({ key, values, isExcluded, typed }: SearchTerm): SearchClause {
  const value = key === undefined ? values[0]! : { text: typed, isPhrase: false };
  const word = isExcluded ? undefined : tolerantWordOf(value);
  return { isExcluded, needles: needlesOf(value.text, value.isPhrase), word };
}

/** Returns the word of a value whose misspelling is tolerated. */
function tolerantWordOf({ text, isPhrase }: SearchValue): string | undefined {
  const [word, ...more] = wordsOf(text);
  const isTolerant = !isPhrase && more.length === 0 && (word?.length ?? 0) >= MIN_TOLERANT_LETTERS;
  return isTolerant ? word : undefined;
}

/** Returns the needles that find these words in fields with one of the tags; without tags, in any field. */
export const addTags = (needles: readonly Needle[], tags: readonly string[] | undefined): Needle[] =>
  tags ? needles.flatMap((needle) => tags.map((tag) => addTag(needle, tag))) : [...needles];

/**
 * Returns the needles of one word, identifier or phrase. A document matches if it contains any of them. An
 * identifier also matches when it is joined to one word, or written without leading zeros.
 */
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

/**
 * Returns the query of the word index for the documents of some groups that match an expression. The caller
 * restricts it to the range of the groups.
 */
export function toMatch(expression: SearchExpression, groupWords: readonly string[]): string {
  const [included, excluded] = [false, true].map((isExcluded) =>
    expression.filter((clause) => clause.isExcluded === isExcluded).map(toAlternatives),
  );
  // The index finds documents by words that they contain. The word of the group serves when there is no other.
  const positive =
    included!.length === 0 ? groupWords.map((word) => `"${word}"`).join(' OR ') : included!.join(' AND ');
  return excluded!.length === 0 ? positive : `(${positive}) NOT (${excluded!.join(' OR ')})`;
}

/** Returns the condition that a list contains the record; none for a list of all records of a kind. */
export const createListCondition = (list: string | undefined): SearchExpression =>
  list === undefined ? [] : [{ isExcluded: false, needles: [` ${filterWordOf(list)} `] }];

/** Returns the condition that the reference with a tag is one of these IDs, or none of them. */
export const createReferenceClause = (
  tag: string,
  { ids, isExcluded }: { ids: readonly number[]; isExcluded: boolean },
): SearchClause => ({ isExcluded, needles: ids.map((id) => ` ${filterWordOf(String(id), tag)} `) });

const toAlternatives = ({ needles }: SearchClause): string =>
  `(${needles.map((needle) => `"${needle.trim()}"${needle.endsWith(' ') ? '' : '*'}`).join(' OR ')})`;
