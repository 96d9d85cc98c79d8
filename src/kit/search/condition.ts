import type { Reader, Value } from '../data/reader.ts';
import { entityOf, isOfKind } from './document-id.ts';

/** Letter case of every alphabet, and the compatibility forms that scanners and phones produce, are one. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** A trigram query for "contains": the text as one phrase. */
export const phrase = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Where the texts of a list's records are: the kind's number, and the column with the record's id there. */
export interface Searched {
  kind: number;
  column: string;
  onlyActive: boolean;
}

/** What a text search of a list found. */
export type Matched =
  /** All records that contain the text, when they are few. */
  | { ids: number[] }
  /** Many do: then it is quicker to look at the records in their order, one after the other. */
  | { needle: string; match: string | undefined };

/** More than these, and looking them up one by one costs more than walking the list until a page is full. */
const FEW = 4000;

/** The records of a list that contain the text, in any letter case. */
export function matchText(reader: Reader, { kind, onlyActive }: Searched, query: string): Matched {
  const needle = fold(query.trim());
  const match = [...needle].length < 3 ? shortMatch(reader, needle) : phrase(needle);
  if (match === '') return { ids: [] };
  const rows = match
    ? reader.all<{ id: number }>(
        `SELECT ${entityOf('rowid')} AS id FROM searchindex WHERE body MATCH ? AND ${isOfKind('rowid', kind, onlyActive)} LIMIT ${FEW + 1}`,
        match,
      )
    : undefined;
  return rows && rows.length <= FEW ? { ids: rows.map(({ id }) => id) } : { needle, match };
}

/** Trigrams that a short text may be written as. */
const MOST_TRIGRAMS = 200;

/**
 * A trigram index knows nothing shorter than three letters, but it knows which trigrams begin with one or two. The
 * empty text when there are none, undefined when there are too many to name.
 */
function shortMatch(reader: Reader, needle: string): string | undefined {
  const terms = reader.all<{ term: string }>(
    `SELECT term FROM searchtrigrams WHERE term >= ? AND term < ? LIMIT ${MOST_TRIGRAMS + 1}`,
    needle,
    `${needle}\u{10FFFF}`,
  );
  return terms.length > MOST_TRIGRAMS ? undefined : terms.map(({ term }) => phrase(term)).join(' OR ');
}

/** What was found as a condition over the list's own tables. */
export function matchCondition(found: Matched, searched: Searched): { sql: string; params: Value[] } {
  const { column, kind, onlyActive } = searched;
  if ('ids' in found)
    return {
      sql: `${column} IN (SELECT value FROM json_each(?))`,
      params: [JSON.stringify(found.ids)],
    };
  const first = kind * 2 + (onlyActive ? 1 : 0);
  const last = kind * 2 + 1;
  return {
    sql: `EXISTS (SELECT 1 FROM searchdocs f WHERE f.docid BETWEEN ${column} * 256 + ${first} AND ${column} * 256 + ${last} AND instr(f.body, ?) > 0)`,
    params: [found.needle],
  };
}
