import type { Reader } from '../../kit/data/reader.ts';
import { toIndexQuery } from '../../kit/search/condition.ts';
import {
  activityExpressionOf,
  documentRangeOf,
  entityExpressionOf,
  kindExpressionOf,
} from '../../kit/search/document-id.ts';
import type { SearchExpression } from '../../kit/search/expression.ts';

/** A document that a search has found. */
export interface SearchRow {
  kind: number;
  entityid: number;
  title: string;
  subtitle: string;
  isactive: number;
  length: number;
  /** 1 when the words of the query are in a text in their order. */
  inorder?: number;
}

/** Reports whether a record of these kinds matches the expression. */
export const hasHits = (reader: Reader, expression: SearchExpression, kinds: readonly number[]): boolean =>
  findFirst(reader, expression, kinds, false) !== undefined;

/** The columns of a row for the document `d`. */
export const DOCUMENT_COLUMNS = `${kindExpressionOf('d.docid')} AS kind, ${entityExpressionOf('d.docid')} AS entityid, d.title, d.subtitle, ${activityExpressionOf('d.docid')} AS isactive, length(d.body) + length(d.personal) AS length`;

/** Returns a condition for documents of these kinds, by their numbers. */
const ofKinds = (kinds: readonly number[]): string =>
  `${kindExpressionOf('d.docid')} IN (${kinds.join(', ')})`;

/** Returns at most 20 documents with this identifier, the active ones first. */
export function findExact(reader: Reader, key: string, kinds: readonly number[]): SearchRow[] {
  return reader.all<SearchRow>(
    `SELECT ${DOCUMENT_COLUMNS} FROM searchkeys k JOIN searchdocs d ON d.docid = k.docid WHERE k.key = ? AND ${ofKinds(kinds)}
     ORDER BY ${activityExpressionOf('d.docid')} DESC, d.docid LIMIT 20`,
    key,
  );
}

interface MatchOptions {
  /** The maximum number of active documents of a kind, and of inactive ones. */
  limit: number;
  /** Words whose order is compared, as `inorder`. */
  phrase?: string | undefined;
  /** True leaves personal texts out. */
  impersonal?: boolean;
}

/**
 * Returns documents that match the expression, at most `limit` active and as many inactive ones of each kind.
 * Searches each kind separately, so that many hits of one kind do not hide those of another.
 */
export function findMatching(
  reader: Reader,
  expression: SearchExpression,
  kinds: readonly number[],
  options: MatchOptions,
): SearchRow[] {
  return groupsOf(kinds).flatMap((group) => findInGroup(reader, expression, group, options));
}

/** Returns the first document that matches the expression, an active one if possible. */
export function findFirst(
  reader: Reader,
  expression: SearchExpression,
  kinds: readonly number[],
  impersonal: boolean,
): SearchRow | undefined {
  for (const group of groupsOf(kinds)) {
    const [found] = findInGroup(reader, expression, group, { limit: 1, impersonal });
    if (found) return found;
  }
  return undefined;
}

interface DocumentGroup {
  kind: number;
  isactive: boolean;
}

const groupsOf = (kinds: readonly number[]): DocumentGroup[] =>
  [true, false].flatMap((isactive) => kinds.map((kind) => ({ kind, isactive })));

function findInGroup(
  reader: Reader,
  expression: SearchExpression,
  { kind, isactive }: DocumentGroup,
  { limit, phrase, impersonal }: MatchOptions,
): SearchRow[] {
  const inOrder = 'instr(d.body, ?1) > 0 OR instr(d.personal, ?1) > 0';
  const { first, last } = documentRangeOf(kind, isactive);
  return reader.all<SearchRow>(
    `SELECT ${DOCUMENT_COLUMNS}, ?1 IS NOT NULL AND (${inOrder}) AS inorder
       FROM (SELECT rowid FROM searchindex WHERE searchindex MATCH ?2 AND rowid BETWEEN ?3 AND ?4 LIMIT ?5) i
       JOIN searchdocs d ON d.docid = i.rowid`,
    phrase ?? null,
    toIndexQuery(expression, { kind, states: [isactive], impersonal }),
    first,
    last,
    limit,
  );
}

/** Returns at most `limit` documents with an identifier that starts with this one. */
export function findStarting(
  reader: Reader,
  key: string,
  kinds: readonly number[],
  limit: number,
): SearchRow[] {
  return reader.all<SearchRow>(
    `SELECT DISTINCT ${DOCUMENT_COLUMNS} FROM (SELECT docid FROM searchkeys WHERE key >= ? AND key < ? ORDER BY key LIMIT 500) k
     JOIN searchdocs d ON d.docid = k.docid WHERE ${ofKinds(kinds)} LIMIT ?`,
    key,
    `${key}\u{10FFFF}`,
    limit,
  );
}
