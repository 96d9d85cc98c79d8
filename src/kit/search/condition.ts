import { type Actor, canSeePersonalData } from '../actor.ts';
import type { Reader, Value } from '../data/reader.ts';
import { listAddressSpellings } from '../network-address.ts';
import { documentId, documentRangeOf, entityExpressionOf } from './document-id.ts';
import { toShortWord } from './short-words.ts';

/**
 * Returns the form in which texts are compared: lower case in every alphabet, and NFKC for the compatibility
 * characters of scanners and phones. A final sigma becomes a medial one, as in the text index.
 */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');

/** Returns a trigram query for "contains": the text as one phrase. */
export const phrase = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * The location of the texts of a list's records: the number of the kind, and the column with the ID of the
 * record.
 */
export interface SearchScope {
  kind: number;
  column: string;
  onlyActive: boolean;
  /**
   * True leaves personal texts out of the search: those that reveal who uses a record or how it is reached.
   */
  impersonal?: boolean;
}

/** Returns the search options that the read access of the caller requires. */
export const searchOptionsOf = (actor: Actor): { impersonal: boolean } => ({
  impersonal: !canSeePersonalData(actor),
});

/** The result of a text search in a list. */
export type TextMatch =
  /** The IDs of all records that contain the text, when they are few. */
  | { ids: number[] }
  /**
   * The folded text, when many records contain it. It is then faster to check the records in the order of the
   * list.
   */
  | { needle: string };

/**
 * The maximum number of records to look up one by one. Beyond it, reading the list until a page is full is
 * faster.
 */
const MAX_SCANNED_IDS = 4000;

/** The separator before the personal texts of a document. */
export const PERSONAL = '\u001e';
const PERSONAL_CODE = PERSONAL.charCodeAt(0);

/**
 * Reports whether no text can contain the needle. SQLite reads a text only up to a NUL, and the separator is
 * in no text.
 */
export const isUnsearchable = (needle: string): boolean => needle.includes('\0') || needle.includes(PERSONAL);

/**
 * Returns a pattern for `LIKE ? ESCAPE '\\'` that matches values that contain the text. Escapes the wildcards
 * in the text.
 */
export const toContainsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Returns SQL that reports whether the non-personal part of a document contains a text. */
const inImpersonal = (body: string): string =>
  `instr(substr(${body}, 1, instr(${body} || char(${PERSONAL_CODE}), char(${PERSONAL_CODE}))), ?) > 0`;

/**
 * Returns the index for a folded text, and the query for it. Texts of one or two letters have an index of
 * their own.
 */
export const lookup = (needle: string): { index: 'searchindex' | 'searchshort'; match: string } =>
  [...needle].length < 3
    ? { index: 'searchshort', match: `"${toShortWord(needle)}"` }
    : { index: 'searchindex', match: phrase(needle) };

/**
 * Finds the records of a list that contain the text, in any letter case. An address matches in any notation,
 * unless the text is frequent: then only its first frequent spelling counts.
 */
export function matchText(reader: Reader, searched: SearchScope, query: string): TextMatch {
  const ids = new Set<number>();
  for (const needle of listAddressSpellings(fold(query.trim()))) {
    const found = matchNeedle(reader, searched, needle);
    if ('needle' in found) return found;
    for (const id of found.ids) ids.add(id);
  }
  return { ids: [...ids] };
}

function matchNeedle(reader: Reader, searched: SearchScope, needle: string): TextMatch {
  if (isUnsearchable(needle)) return { ids: [] };
  const { index, match } = lookup(needle);
  const { kind, onlyActive, impersonal } = searched;
  const from = impersonal ? `${index} JOIN searchdocs f ON f.docid = ${index}.rowid` : index;
  const rows = reader.all<{ id: number }>(
    `SELECT ${entityExpressionOf(`${index}.rowid`)} AS id FROM ${from} WHERE ${index} MATCH ? AND ${index}.rowid BETWEEN ? AND ?
     ${impersonal ? `AND ${inImpersonal('f.body')}` : ''} LIMIT ${MAX_SCANNED_IDS + 1}`,
    match,
    documentRangeOf(kind, onlyActive).first,
    documentRangeOf(kind, true).last,
    ...(impersonal ? [needle] : []),
  );
  return rows.length <= MAX_SCANNED_IDS ? { ids: rows.map(({ id }) => id) } : { needle };
}

/** Returns the search result as a condition on the tables of the list. */
export function matchCondition(
  found: TextMatch,
  { column, kind, onlyActive, impersonal }: SearchScope,
): { sql: string; params: Value[] } {
  if ('ids' in found)
    return {
      sql: `${column} IN (SELECT value FROM json_each(?))`,
      params: [JSON.stringify(found.ids)],
    };
  const states = onlyActive ? [true] : [true, false];
  const numbers = states.map((isactive) => `${column} + ${documentId(0, kind, isactive)}`);
  return {
    sql: `EXISTS (SELECT 1 FROM searchdocs f WHERE f.docid IN (${numbers.join(', ')}) AND ${impersonal ? inImpersonal('f.body') : 'instr(f.body, ?) > 0'})`,
    params: [found.needle],
  };
}
