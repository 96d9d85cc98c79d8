import type { Actor } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { isAuthorized } from '../../kit/http/access.ts';
import { toIndexQuery } from '../../kit/search/condition.ts';
import {
  activityExpressionOf,
  documentRangeOf,
  entityExpressionOf,
  kindExpressionOf,
} from '../../kit/search/document-id.ts';
import { listKeys } from '../../kit/search/document-words.ts';
import { compileSearch, type SearchExpression, toPhrase } from '../../kit/search/expression.ts';
import { findMatchedField, findMatchedKey, type MatchedField } from '../../kit/search/matched-field.ts';
import { replaceMisspelledWords } from '../../kit/search/typos.ts';
import { wordsOf } from '../../kit/search/words.ts';

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

interface SearchRow {
  kind: number;
  entityid: number;
  title: string;
  subtitle: string;
  isactive: number;
  length: number;
  /** 1 when the words of the query are in a text in their order. */
  inorder?: number;
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
  const kinds = listVisibleKinds(host, actor);
  if (kinds.length === 0) return [];
  return host.db.read((reader) => {
    const compiled = compileSearch(query, () => host.search.keysOf(kinds)(reader));
    if (!compiled) return [];
    const expression = replaceMisspelledWords(reader, compiled, (clause) => hasHits(reader, [clause], kinds));
    const first = new Map<string, PlainHit>();
    for (const one of listHits(host, reader, { query, expression, kinds })) {
      const key = `${one.kind}/${one.id}`;
      if (!first.has(key) && first.size < MAX_HITS) first.set(key, one);
    }
    return addMatches(host, reader, addFlags(host, reader, [...first.values()]), { expression, query });
  });
}

interface Search {
  query: string;
  expression: SearchExpression;
  kinds: readonly number[];
}

/** Returns the hits in their order. A record may be among them several times. */
function listHits(host: Host, reader: Reader, { query, expression, kinds }: Search): PlainHit[] {
  const toHits = (rows: SearchRow[]) => rows.map((found) => hit(host, found, scoreOf(found, query)));
  // An address is found in any notation.
  const keys = listKeys(query);
  const exact = keys
    .flatMap((key) => exactHits(reader, key, kinds))
    .map((found) => ({ ...hit(host, found, 100), exact: true }));
  const starting = startingWith(reader, keys[0]!, kinds).map((found) => hit(host, found, STARTS));
  const phrase = toPhrase(query);
  const others = findMatching(reader, expression, kinds, { limit: phrase ? MAX_RANKED : MAX_HITS, phrase });
  const sorted = [...starting, ...toHits(others)].sort(
    (a, b) => b.score - a.score || a.title.localeCompare(b.title),
  );
  return [...exact, ...sorted];
}

/** Adds the field by which each record was found. */
function addMatches(
  { search }: Host,
  reader: Reader,
  hits: PlainHit[],
  { expression, query }: Pick<Search, 'expression' | 'query'>,
): Hit[] {
  const keys = listKeys(query);
  return hits.map(({ length, ...hit }) => {
    const isExamined = hit.exact || length <= MAX_EXAMINED_LENGTH;
    const document = isExamined ? search.get(hit.kind)?.document(reader, hit.id) : undefined;
    const key = document && hit.exact ? findMatchedKey(document, keys) : null;
    return {
      ...hit,
      matched: key ?? (document ? findMatchedField(document, expression, search.tags) : null),
    };
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

/** Reports whether a record of these kinds matches the expression. */
export const hasHits = (reader: Reader, expression: SearchExpression, kinds: readonly number[]): boolean =>
  kinds.length > 0 && findMatching(reader, expression, kinds, { limit: 1 }).length > 0;

const COLUMNS = `${kindExpressionOf('d.docid')} AS kind, ${entityExpressionOf('d.docid')} AS entityid, d.title, d.subtitle, ${activityExpressionOf('d.docid')} AS isactive, length(d.body) + length(d.personal) AS length`;

/** Returns a condition for documents of these kinds, by their numbers. */
const ofKinds = (kinds: readonly number[]): string =>
  `${kindExpressionOf('d.docid')} IN (${kinds.join(', ')})`;

function exactHits(reader: Reader, key: string, kinds: readonly number[]): SearchRow[] {
  return reader.all<SearchRow>(
    `SELECT ${COLUMNS} FROM searchkeys k JOIN searchdocs d ON d.docid = k.docid WHERE k.key = ? AND ${ofKinds(kinds)}
     ORDER BY ${activityExpressionOf('d.docid')} DESC, d.docid LIMIT 20`,
    key,
  );
}

/**
 * Returns documents that match the expression, at most `limit` active and as many inactive ones of each kind.
 * Searches each kind separately, so that many hits of one kind do not hide those of another.
 */
function findMatching(
  reader: Reader,
  expression: SearchExpression,
  kinds: readonly number[],
  { limit, phrase }: { limit: number; phrase?: string | undefined },
): SearchRow[] {
  const inOrder = 'instr(d.body, ?1) > 0 OR instr(d.personal, ?1) > 0';
  const groups = [true, false].flatMap((isactive) => kinds.map((kind) => ({ kind, isactive })));
  return groups.flatMap(({ kind, isactive }) => {
    const { first, last } = documentRangeOf(kind, isactive);
    return reader.all<SearchRow>(
      `SELECT ${COLUMNS}, ?1 IS NOT NULL AND (${inOrder}) AS inorder
       FROM (SELECT rowid FROM searchindex WHERE searchindex MATCH ?2 AND rowid BETWEEN ?3 AND ?4 LIMIT ?5) i
       JOIN searchdocs d ON d.docid = i.rowid`,
      phrase ?? null,
      toIndexQuery(expression, { kind, states: [isactive] }),
      first,
      last,
      limit,
    );
  });
}

/** Returns documents with an identifier that starts with the query. */
function startingWith(reader: Reader, key: string, kinds: readonly number[]): SearchRow[] {
  return reader.all<SearchRow>(
    `SELECT DISTINCT ${COLUMNS} FROM (SELECT docid FROM searchkeys WHERE key >= ? AND key < ? ORDER BY key LIMIT 500) k
     JOIN searchdocs d ON d.docid = k.docid WHERE ${ofKinds(kinds)} LIMIT ${MAX_HITS}`,
    key,
    `${key}\u{10FFFF}`,
  );
}

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
