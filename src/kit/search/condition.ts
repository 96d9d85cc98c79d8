import type { Value } from '../data/reader.ts';

/** Letter case of every alphabet, and the compatibility forms that scanners and phones produce, are one. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** A trigram query for "contains": the text as one phrase. */
export const phrase = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The condition of a list's `search`: the record of this kind that the column names contains the query, in any letter case. */
export function searchCondition(
  { kind, column }: { kind: string; column: string },
  query: string,
): { sql: string; params: Value[] } {
  const needle = fold(query.trim());
  // A trigram index knows nothing shorter than three characters; then the folded text itself is read.
  if ([...needle].length < 3) {
    return {
      sql: `${column} IN (SELECT entityid FROM searchdocs WHERE kind = ? AND instr(body, ?) > 0)`,
      params: [kind, needle],
    };
  }
  return {
    sql: `${column} IN (SELECT d.entityid FROM searchindex i JOIN searchdocs d ON d.docid = i.rowid WHERE i.body MATCH ? AND d.kind = ?)`,
    params: [phrase(needle), kind],
  };
}
