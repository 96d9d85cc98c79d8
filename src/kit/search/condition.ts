import { type Actor, canSeePersonalData } from '../actor.ts';
import type { Reader, Value } from '../data/reader.ts';
import { listAddressSpellings } from '../network-address.ts';
import { documentId, documentRangeOf, entityExpressionOf } from './document-id.ts';
import { toShortWord } from './short-words.ts';

/**
 * Letter case of every alphabet, and the compatibility forms that scanners and phones produce, are one; so is the sigma
 * at the end of a Greek word, as in the text index.
 */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');

/** A trigram query for "contains": the text as one phrase. */
export const phrase = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Where the texts of a list's records are: the kind's number, and the column with the record's id there. */
export interface SearchScope {
  kind: number;
  column: string;
  onlyActive: boolean;
  /** What tells who uses a record and how it is reached is not searched. */
  impersonal?: boolean;
}

/** How far the caller's search reads. */
export const searchOptionsOf = (actor: Actor): { impersonal: boolean } => ({
  impersonal: !canSeePersonalData(actor),
});

/** What a text search of a list found. */
export type TextMatch =
  /** All records that contain the text, when they are few. */
  | { ids: number[] }
  /** Many do: then it is quicker to look at the records in their order, one after the other. */
  | { needle: string };

/** More than these, and looking them up one by one costs more than walking the list until a page is full. */
const FEW = 4000;

/** Stands in a document before the texts that are personal. */
export const PERSONAL = '\u001e';
const PERSONAL_CODE = PERSONAL.charCodeAt(0);

/** No text holds a NUL, and SQLite would read no further than to it; the other stands between texts. */
export const isUnsearchable = (needle: string): boolean => needle.includes('\0') || needle.includes(PERSONAL);

/** The text anywhere, as a pattern of `LIKE ? ESCAPE '\\'`: nothing in it means more than itself. */
export const toContainsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** SQL: whether the part of a document that everybody may know contains a text. */
const inImpersonal = (body: string): string =>
  `instr(substr(${body}, 1, instr(${body} || char(${PERSONAL_CODE}), char(${PERSONAL_CODE}))), ?) > 0`;

/** Where a folded text is looked up, and as what. */
export const lookup = (needle: string): { index: 'searchindex' | 'searchshort'; match: string } =>
  [...needle].length < 3
    ? { index: 'searchshort', match: `"${toShortWord(needle)}"` }
    : { index: 'searchindex', match: phrase(needle) };

/** Finds the records of a list that contain the text, in any letter case; of an address, those that contain it in any notation. */
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
     ${impersonal ? `AND ${inImpersonal('f.body')}` : ''} LIMIT ${FEW + 1}`,
    match,
    documentRangeOf(kind, onlyActive).first,
    documentRangeOf(kind, true).last,
    ...(impersonal ? [needle] : []),
  );
  return rows.length <= FEW ? { ids: rows.map(({ id }) => id) } : { needle };
}

/** What was found as a condition over the list's own tables. */
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
