import type { Reader } from '../data/reader.ts';
import { documentRangeOf, entityExpressionOf } from './document-id.ts';
import { listKeys } from './document-words.ts';

/** The maximum number of records that are listed before others. */
const MAX_EXACT = 20;

/**
 * Returns the IDs of records with an identifier that equals the whole search. Returns none when personal texts
 * are left out, because the order would reveal them.
 */
export function findExactIds(
  reader: Reader,
  { kind, impersonal }: { kind: number; impersonal?: boolean },
  search: string,
): number[] {
  if (impersonal) return [];
  return reader
    .all<{ id: number }>(
      `SELECT DISTINCT ${entityExpressionOf('docid')} AS id FROM searchkeys
        WHERE key IN (SELECT value FROM json_each(?)) AND docid BETWEEN ? AND ? LIMIT ?`,
      JSON.stringify(listKeys(search)),
      documentRangeOf(kind, false).first,
      documentRangeOf(kind, true).last,
      MAX_EXACT,
    )
    .map(({ id }) => id);
}
