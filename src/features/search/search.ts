import { type Actor, canSeePersonalData } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { isAuthorized } from '../../kit/http/access.ts';
import { listKeys } from '../../kit/search/document-words.ts';
import { compileSearch, HAS, type SearchExpression, toPhrase } from '../../kit/search/expression.ts';
import { toKeyName } from '../../kit/search/field-tags.ts';
import { findMatchedField, findMatchedKey, type MatchedField } from '../../kit/search/matched-field.ts';
import { parseSearch } from '../../kit/search/query-language.ts';
import { replaceMisspelledWords } from '../../kit/search/typos.ts';
import { createValueClauses, splitSearch } from '../../kit/search/value-terms.ts';
import { wordsOf } from '../../kit/search/words.ts';
import { findExact, findMatching, findStarting, hasHits, type SearchRow } from './found-documents.ts';
import { findByValues, readMatchedValue, type ValuedKind } from './found-values.ts';

export interface Hit {
  kind: string;
  id: number;
  title: string;
  subtitle: string;
  url: string;
  /**
   * The score: 100 for an exact identifier, 80 for an equal title, 60 for an identifier or title that starts
   * with the query, 50 for a text with the words of the query in their order. All others have at most 40.
   * Matches in the title or text of inactive records have 15 less.
   */
  score: number;
  /** True when an identifier equals the whole query. */
  exact: boolean;
  /**
   * The field by which the record was found; null for a query that only excludes, and for a record with very
   * long texts that was not found by an identifier.
   */
  matched: MatchedField | null;
}

interface PlainHit extends Omit<Hit, 'matched'> {
  /** The characters of the record's words. */
  length: number;
}

export const MAX_HITS = 50;
/**
 * The maximum number of characters of a record in which the matched field is looked for. A switch with
 * thousands of addresses has more.
 */
const MAX_EXAMINED_LENGTH = 16_384;
/** Score of an identifier or title that starts with the query. */
const STARTS = 60;
/** Score of a text with the words of the query in their order. */
const IN_ORDER = 50;
/** The maximum number of records of a kind that are compared with the order of the words. */
const MAX_RANKED = 500;

/**
 * Returns at most `MAX_HITS` records that match the query and that the caller may see: exact identifiers
 * first, then by score and title.
 */
export function searchEverything(host: Host, actor: Actor, query: string): Hit[] {
  const visible = listVisibleKinds(host, actor);
  if (visible.length === 0) return [];
  return host.db.read((reader) => {
    const { text, valued } = splitValues(host, actor, reader, { query, kinds: visible });
    const kinds = keepKindsWithFields(host, reader, valued?.map(({ kind }) => kind) ?? visible, text);
    const compiled = compileSearch(text, () => host.search.keysOf(kinds)(reader)) ?? (valued && []);
    if (!compiled) return [];
    const expression = replaceMisspelledWords(reader, compiled, (clause) => hasHits(reader, [clause], kinds));
    const first = new Map<string, PlainHit>();
    const wanted = { query: text, keys: listKeys(text), expression, kinds, valued };
    for (const one of listHits(host, reader, wanted)) {
      const key = `${one.kind}/${one.id}`;
      if (!first.has(key) && first.size < MAX_HITS) first.set(key, one);
    }
    return addMatches(host, reader, addFlags(host, reader, [...first.values()]), wanted);
  });
}

/**
 * Returns the kinds without those that lack a field whose empty values the query asks for. `-has:location`
 * finds machines, but not vendors, which have no location.
 */
function keepKindsWithFields(
  { search }: Host,
  reader: Reader,
  kinds: readonly number[],
  query: string,
): readonly number[] {
  const fields = parseSearch(query)
    .filter(({ key, isExcluded }) => key === HAS && isExcluded)
    .flatMap(({ values }) => values.map(({ text }) => toKeyName(text)));
  if (fields.length === 0) return kinds;
  const names = kinds.map((kind) => search.keysOf([kind])(reader));
  const known = fields.filter((field) => names.some((one) => one.has(field)));
  return kinds.filter((_kind, index) => known.every((field) => names[index]!.has(field)));
}

/**
 * Separates the terms about dates and numbers, and returns the kinds that have these fields; undefined without
 * such terms.
 */
function splitValues(
  { search }: Host,
  actor: Actor,
  reader: Reader,
  { query, kinds }: { query: string; kinds: readonly number[] },
): { text: string; valued: ValuedKind[] | undefined } {
  const isImpersonal = !canSeePersonalData(actor);
  const keys = () => ({
    values: search.valuesOf(kinds)(reader, isImpersonal),
    texts: search.keysOf(kinds)(reader),
  });
  const { text, terms } = splitSearch(query, keys, reader);
  if (terms.length === 0) return { text, valued: undefined };
  const valued = kinds.flatMap((kind) => {
    const clauses = createValueClauses(terms, search.valuesOf([kind])(reader, isImpersonal), reader);
    return clauses ? [{ kind, clauses }] : [];
  });
  return { text, valued };
}

interface Search {
  /** The text without the terms about dates and numbers. */
  query: string;
  /** The identifiers that the query may mean: an address is found in any notation. */
  keys: readonly string[];
  expression: SearchExpression;
  kinds: readonly number[];
  /** The conditions on dates and numbers of each kind; undefined without any. */
  valued: readonly ValuedKind[] | undefined;
}

/** Returns the hits in their order. A record may be among them several times. */
function listHits(host: Host, reader: Reader, search: Search): PlainHit[] {
  const { query, keys, expression, kinds, valued } = search;
  const toHits = (rows: SearchRow[]) => rows.map((found) => hit(host, found, scoreOf(found, query)));
  if (valued) return toHits(findByValues(reader, valued, { expression, limit: MAX_HITS })).sort(compareHits);
  const exact = keys
    .flatMap((key) => findExact(reader, key, kinds))
    .map((found) => ({ ...hit(host, found, 100), exact: true }));
  const starting = findStarting(reader, keys[0]!, kinds, MAX_HITS).map((found) => hit(host, found, STARTS));
  const phrase = toPhrase(query);
  const others = findMatching(reader, expression, kinds, { limit: phrase ? MAX_RANKED : MAX_HITS, phrase });
  return [...exact, ...[...starting, ...toHits(others)].sort(compareHits)];
}

const compareHits = (a: PlainHit, b: PlainHit): number => b.score - a.score || a.title.localeCompare(b.title);

/** Adds the field by which each record was found. */
function addMatches({ search }: Host, reader: Reader, hits: PlainHit[], wanted: Search): Hit[] {
  const { expression, keys, valued } = wanted;
  return hits.map(({ length, ...hit }) => {
    const isExamined = hit.exact || length <= MAX_EXAMINED_LENGTH;
    const document = isExamined ? search.get(hit.kind)?.document(reader, hit.id) : undefined;
    const key = document && hit.exact ? findMatchedKey(document, keys) : null;
    const field = key ?? (document ? findMatchedField(document, expression, search.tags) : null);
    return { ...hit, matched: field ?? readMatchedValue(reader, valued, search.kindOf(hit.kind), hit.id) };
  });
}

/** Adds the titles of asset flags to the subtitles of assets. */
function addFlags(host: Host, reader: Reader, hits: PlainHit[]): PlainHit[] {
  const assetids = hits.flatMap(({ kind, id }) => (kind === 'asset' ? [id] : []));
  if (assetids.length === 0) return hits;
  const flags = host.contributions.assetFlags(host, reader, assetids);
  return hits.map((hit) => {
    const assetFlags = hit.kind === 'asset' ? flags.get(hit.id) : undefined;
    return assetFlags
      ? { ...hit, subtitle: [hit.subtitle, ...assetFlags.map(({ title }) => title)].join(' · ') }
      : hit;
  });
}

/** Returns the numbers of the document kinds that the caller may find in the global search. */
export const listVisibleKinds = (host: Host, actor: Actor): number[] =>
  host.search
    .all()
    .filter((source) => !source.listonly && isAuthorized(actor, source.access))
    .map((source) => host.search.kindOf(source.kind));

const inactivityOf = ({ isactive }: SearchRow): number => (isactive === 1 ? 0 : 15);

function scoreOf(found: SearchRow, query: string): number {
  const [title, typed] = [found.title, query].map((text) => wordsOf(text).join(' '));
  if (title === typed) return 80 - inactivityOf(found);
  if (title!.startsWith(typed!)) return STARTS - inactivityOf(found);
  if (found.inorder === 1) return IN_ORDER - inactivityOf(found);
  return (` ${title}`.includes(` ${typed}`) ? 40 : 20) - inactivityOf(found);
}

function hit(host: Host, found: SearchRow, score: number): PlainHit {
  const { entityid: id, title, subtitle, length } = found;
  const { kind, url } = host.search.sourceOf(found.kind);
  const note = found.isactive === 1 ? subtitle : `${subtitle} · inactive`;
  return { kind, id, title, subtitle: note, url: url(id), score, exact: false, length };
}
