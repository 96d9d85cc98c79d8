import type { Reader } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import type { SearchField } from '../../kit/search/document-words.ts';
import { addTags, compileSearch, type SearchExpression } from '../../kit/search/expression.ts';
import { WITHIN_KEY } from '../../kit/search/field-tags.ts';
import { sequencesOf, wordsOf } from '../../kit/search/words.ts';
import { findFirst, findMatching } from './found-documents.ts';
import type { SearchScope } from './search-scope.ts';

interface WantedValues {
  /** The name of the key in lower case. */
  key: string;
  /** The beginning of the value; empty for any. */
  text: string;
  limit: number;
}

/** The maximum number of records of each kind whose values are read for a field with free text. */
const MAX_SAMPLED = 20;
/** The maximum number of names that are looked for in the records. */
const MAX_NAMES = 12;
/** A longer text is not a value that somebody picks. */
const MAX_VALUE_LENGTH = 60;

/**
 * Returns values of a field that begin with a text, at most `limit`, in alphabetical order. They are read from
 * records of the scope, so that each finds something. For a field of names, all names are considered; for
 * other fields, those of the first records.
 */
export function listValues(host: Host, reader: Reader, scope: SearchScope, wanted: WantedValues): string[] {
  const tags = host.search.tags.byName(scope.keys).get(wanted.key) ?? [];
  const names = findNames(host, reader, scope, wanted);
  const kinds = listKindsWithKey(host, reader, scope, wanted.key);
  const rows = names
    ? names.map((name) => {
        const needles = addTags([` ${wordsOf(name).join(' ')} `], tags);
        return findFirst(reader, toExpression(needles), kinds, scope.impersonal);
      })
    : findMatching(reader, toExpression(needlesOf(wanted.text, tags)), kinds, {
        limit: MAX_SAMPLED,
        impersonal: scope.impersonal,
      }).slice(0, MAX_SAMPLED);
  const values = new Map<string, string>();
  for (const row of rows)
    for (const value of row ? readValues(host, reader, row, tags, wanted.text) : [])
      if (!values.has(value.toLowerCase())) values.set(value.toLowerCase(), value);
  return [...values.values()].sort(compareNames).slice(0, wanted.limit);
}

/** Returns the kinds whose records have a field with the key. */
function listKindsWithKey({ search }: Host, reader: Reader, { kinds }: SearchScope, key: string): number[] {
  return kinds.filter((kind) => key === WITHIN_KEY.field || search.keysOf([kind])(reader).has(key));
}

const compareNames = new Intl.Collator('en', { numeric: true }).compare;

const toExpression = (needles: string[]): SearchExpression => [{ isExcluded: false, needles }];

/** Returns the needles of values that begin with a text. Without a word in it, those of any value. */
function needlesOf(text: string, tags: readonly string[]): string[] {
  const words = wordsOf(text);
  if (words.length === 0) return tags.map((tag) => ` ${tag}`);
  return addTags(
    [...new Set([words.join(' '), words.join('')])].map((one) => ` ${one}`),
    tags,
  );
}

/** Returns names to which fields with this key may refer; undefined when one of the fields is not such a name. */
function findNames(
  host: Host,
  reader: Reader,
  { keys }: SearchScope,
  { key, text }: WantedValues,
): string[] | undefined {
  const tags = host.search.tags.byName(keys);
  const own = keys.filter((one) => tags.get(key)?.includes(host.search.tags.of(one) ?? ''));
  const targets = key === WITHIN_KEY.field ? keys.filter(({ isInTree }) => isInTree) : own;
  const kinds = [...new Set(targets.map(({ targetKind }) => targetKind))];
  if (kinds.length === 0 || kinds.some((kind) => kind === undefined || !host.search.get(kind)))
    return undefined;
  const expression = compileSearch(text, () => new Map()) ?? [];
  const numbers = kinds.map((kind) => host.search.kindOf(kind!));
  return findMatching(reader, expression, numbers, { limit: MAX_NAMES }).map(({ title }) => title);
}

/** Returns the texts of a record in fields with one of the tags that begin with the text. */
function readValues(
  host: Host,
  reader: Reader,
  { kind, entityid }: { kind: number; entityid: number },
  tags: readonly string[],
  start: string,
): string[] {
  const hasTag = (field: SearchField) =>
    (field.keys ?? [field]).some((key) => tags.includes(host.search.tags.of(key) ?? ''));
  const typed = wordsOf(start).join(' ');
  const fields = host.search.sourceOf(kind).document(reader, entityid)?.fields ?? [];
  return fields.flatMap((field) => {
    const { text } = field;
    if (!text || text.length > MAX_VALUE_LENGTH || !hasTag(field)) return [];
    return sequencesOf(text, true).some((words) => ` ${words}`.includes(` ${typed}`)) ? [text] : [];
  });
}
