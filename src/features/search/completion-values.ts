import type { Reader } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { MAX_VALUE_LENGTH, type SearchField } from '../../kit/search/document-words.ts';
import {
  addTags,
  compileSearch,
  type SearchClause,
  type SearchExpression,
} from '../../kit/search/expression.ts';
import { type SearchKey, WITHIN_KEY } from '../../kit/search/field-tags.ts';
import { sequencesOf, wordsOf } from '../../kit/search/words.ts';
import { findFirst, findMatching, type SearchRow } from './found-documents.ts';
import type { SearchScope } from './search-scope.ts';
import { listSpellings, listStartNeedles, listValueNeedles } from './value-needles.ts';

interface WantedValues {
  /** The name of the key in lower case. */
  key: string;
  /** The beginning of the value; empty for any. */
  text: string;
  limit: number;
}

interface TaggedValues extends WantedValues {
  /** The tags of the fields with the key. */
  tags: readonly string[];
}

/** The maximum number of records that are read when the word index has found too few values. */
const MAX_SAMPLED = 20;
/** The maximum number of records of each kind whose names are compared with the text. */
const MAX_CANDIDATES = 300;
/** The maximum number of names that are looked for in the records. */
const MAX_NAMES = 40;

/**
 * Returns values of a field in which a word begins with a text, at most `limit`, those that begin with it
 * first. They are read from records of the scope, so that each finds something.
 */
export function listValues(host: Host, reader: Reader, scope: SearchScope, wanted: WantedValues): string[] {
  const tags = host.search.tags.byName(scope.keys).get(wanted.key) ?? [];
  const values = new Map<string, string>();
  for (const row of findRows(host, reader, scope, { ...wanted, tags })) {
    for (const value of readValues(host, reader, { ...row, ...scope, tags, text: wanted.text }))
      if (!values.has(value.toLowerCase())) values.set(value.toLowerCase(), value);
    if (values.size >= wanted.limit) break;
  }
  const rankOf = (value: string) => Number(!startsWith(value, wanted.text));
  return [...values.values()]
    .sort((a, b) => rankOf(a) - rankOf(b) || compareNames(a, b))
    .slice(0, wanted.limit);
}

/** Yields records with a value: one for each name or text. */
function* findRows(
  host: Host,
  reader: Reader,
  scope: SearchScope,
  wanted: TaggedValues,
): Generator<SearchRow> {
  const { impersonal } = scope;
  const { tags } = wanted;
  const kinds = listKindsWithKey(host, reader, scope, wanted.key);
  const ofType = scope.assettype === undefined ? [] : [createTypeClause(host, scope.assettype)];
  const toExpression = (needles: string[]): SearchExpression => [{ isExcluded: false, needles }, ...ofType];
  const names = findNames(host, reader, scope, wanted);
  const find = (needles: string[]) => findFirst(reader, toExpression(needles), kinds, impersonal);
  if (!names) {
    for (const needle of listValueNeedles(reader, tags, wanted.text)) {
      const row = find([needle]);
      if (row) yield row;
    }
    const expression = toExpression(listStartNeedles(tags, wanted.text));
    yield* findMatching(reader, expression, kinds, { limit: MAX_SAMPLED, impersonal }).slice(0, MAX_SAMPLED);
    return;
  }
  for (const name of names) {
    const row = find(addTags([` ${wordsOf(name).join(' ')} `], tags));
    if (row) yield row;
  }
}

/** Returns the condition for assets of a type. */
function createTypeClause({ search }: Host, assettype: string): SearchClause {
  const tag = search.tags.of({ field: 'assettypeid' });
  const needles = [` ${wordsOf(assettype).join(' ')} `];
  return { isExcluded: false, needles: addTags(needles, tag === undefined ? undefined : [tag]) };
}

/** Returns the kinds whose records have a field with the key. */
function listKindsWithKey({ search }: Host, reader: Reader, { kinds }: SearchScope, key: string): number[] {
  return kinds.filter((kind) => key === WITHIN_KEY.field || search.keysOf([kind])(reader).has(key));
}

const compareNames = new Intl.Collator('en', { numeric: true }).compare;

/**
 * Returns names that begin with the text, to which fields with this key may refer; undefined when no such
 * field contains names.
 */
function findNames(
  { search }: Host,
  reader: Reader,
  { keys }: SearchScope,
  { key, text, tags }: TaggedValues,
): string[] | undefined {
  const isTarget = (one: SearchKey) =>
    key === WITHIN_KEY.field ? one.isInTree : tags.includes(search.tags.of(one) ?? '');
  const kinds = new Set(keys.filter(isTarget).flatMap(({ targetKind }) => targetKind ?? []));
  const searched = [...kinds].filter((kind) => search.get(kind));
  if (searched.length === 0) return undefined;
  const expression = compileSearch(text, () => new Map()) ?? [];
  const numbers = searched.map((kind) => search.kindOf(kind));
  const found = findMatching(reader, expression, numbers, { limit: MAX_CANDIDATES });
  // A record is also found by the names around it, but only its own name is a value.
  return found
    .map(({ title }) => title)
    .filter((title) => hasBeginning(title, text))
    .sort((a, b) => Number(startsWith(b, text)) - Number(startsWith(a, text)))
    .slice(0, MAX_NAMES);
}

/** Reports whether a value begins with a text, without regard to letter case and signs. */
const startsWith = (value: string, text: string): boolean =>
  hasSequence(value, text, (words, typed) => words.startsWith(typed));

/** Reports whether the words of a text are among those of a value, the last one as the beginning of a word. */
const hasBeginning = (value: string, text: string): boolean =>
  hasSequence(value, text, (words, typed) => ` ${words}`.includes(` ${typed}`));

function hasSequence(
  value: string,
  text: string,
  isMatch: (words: string, typed: string) => boolean,
): boolean {
  const spellings = listSpellings(text);
  const sequences = sequencesOf(value, true);
  return spellings.length === 0 || sequences.some((words) => spellings.some((one) => isMatch(words, one)));
}

interface ReadOptions {
  kind: number;
  entityid: number;
  tags: readonly string[];
  text: string;
  impersonal: boolean;
}

/** Returns the texts of a record in fields with one of the tags, in which a word begins with the text. */
function readValues(
  host: Host,
  reader: Reader,
  { kind, entityid, tags, text: start, impersonal }: ReadOptions,
): string[] {
  const hasTag = (field: SearchField) =>
    (field.keys ?? [field]).some((key) => tags.includes(host.search.tags.of(key) ?? ''));
  const fields = host.search.sourceOf(kind).document(reader, entityid)?.fields ?? [];
  return fields.flatMap((field) => {
    const { text, isPersonal, isFilter } = field;
    if (!text || isFilter || text.length > MAX_VALUE_LENGTH || !hasTag(field) || (impersonal && isPersonal))
      return [];
    return hasBeginning(text, start) ? [text] : [];
  });
}
