import type { Actor } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { HAS } from '../../kit/search/expression.ts';
import { listKeyNames, type SearchKey, toKeyName, WITHIN_KEY } from '../../kit/search/field-tags.ts';
import { parseSearch } from '../../kit/search/query-language.ts';
import { readUnfinishedTerm, toTypedValue, type UnfinishedTerm } from '../../kit/search/unfinished-term.ts';
import { findChoices } from '../../kit/search/value-range.ts';
import { wordsOf } from '../../kit/search/words.ts';
import { listValues } from './completion-values.ts';
import { readSearchScope, type SearchScope } from './search-scope.ts';

/** A continuation of a search text. */
export interface Completion {
  kind: 'key' | 'value';
  /** The whole search text with the continuation. */
  text: string;
  /** The key with its colon, or the value. */
  label: string;
  /** The title of the field. */
  title: string;
}

/** A key that a search text contains. */
export interface TypedKey {
  key: string;
  /** The title of the field; null for an unknown key, which is searched as text. */
  title: string | null;
}

export const MAX_COMPLETIONS = 8;

const HAS_KEY: SearchKey = { field: HAS, title: 'Has a value in' };

/**
 * Returns continuations of the term at the end of a search text, at most `MAX_COMPLETIONS`, and the keys in
 * the text. `list` is the name of the register whose list is searched; without it the search is the global
 * one. Values are those of records that the caller may find.
 */
export function completeSearch(
  host: Host,
  actor: Actor,
  { q, list }: { q: string; list?: string | undefined },
): { completions: Completion[]; keys: TypedKey[] } {
  return host.db.read((reader) => {
    const scope = readSearchScope(host, reader, actor, list);
    if (scope.kinds.length === 0) return { completions: [], keys: [] };
    const completions = listCompletions(host, reader, scope, readUnfinishedTerm(q));
    return { completions: completions.slice(0, MAX_COMPLETIONS), keys: listTypedKeys(scope, q) };
  });
}

function listCompletions(host: Host, reader: Reader, scope: SearchScope, term: UnfinishedTerm): Completion[] {
  const { before, key, text } = term;
  if (key === undefined) {
    const keys = wordsOf(text).length === 0 ? [] : findKeys([HAS_KEY, ...scope.keys], text);
    return keys.map(({ name, title }) => {
      const label = `${name}:`;
      return { kind: 'key', text: before + label, label, title };
    });
  }
  const title = findTitle(scope, key);
  if (title === undefined) return [];
  const listOwn = () => [
    ...listChoices(scope, { key, text }),
    ...listValues(host, reader, scope, { key, text, limit: MAX_COMPLETIONS }),
  ];
  const values =
    key === HAS
      ? findKeys(scope.keys, text).map(({ name, title: field }) => ({ value: name, title: field }))
      : listOwn().map((value) => ({ value, title }));
  return values.map((one) => ({
    kind: 'value',
    text: before + toTypedValue(one.value),
    label: one.value,
    title: one.title,
  }));
}

/** Returns the possible values of a choice in which a word begins with a text. */
function listChoices({ choices }: SearchScope, { key, text }: { key: string; text: string }): string[] {
  const named = choices.filter((one) => listKeyNames(one).has(key));
  return [...new Set(named.flatMap((one) => findChoices(one.choices ?? [], text).map(({ title }) => title)))];
}

/** Returns the keys whose name or title has a word that begins with the text, those of which it is the beginning first. */
function findKeys(keys: readonly SearchKey[], text: string): { name: string; title: string }[] {
  const start = toKeyName(text);
  const found = new Map<string, { name: string; title: string; rank: number }>();
  for (const key of keys) {
    const name = nameOf(key);
    const isBeginning = [...listKeyNames(key)].some((one) => one.startsWith(start));
    const isWord = wordsOf(key.title).some((word) => word.startsWith(start));
    if ((isBeginning || isWord) && !found.has(name))
      found.set(name, { name, title: key.title, rank: isBeginning ? 0 : 1 });
  }
  return [...found.values()].sort((a, b) => a.rank - b.rank || a.name.length - b.name.length);
}

/** Returns the name of a key as users read it: its title, unless that cannot be typed as a key. */
function nameOf({ title, field }: SearchKey): string {
  const name = toKeyName(title);
  return field === WITHIN_KEY.field || field === HAS || !/^[^":|<>]+$/.test(name) ? field : name;
}

const findTitle = ({ keys }: SearchScope, name: string): string | undefined =>
  [HAS_KEY, ...keys].find((key) => listKeyNames(key).has(name))?.title;

function listTypedKeys(scope: SearchScope, query: string): TypedKey[] {
  const names = parseSearch(query).flatMap(({ key }) => (key === undefined ? [] : [key]));
  return [...new Set(names)].map((key) => ({ key, title: findTitle(scope, key) ?? null }));
}
