import { tableNameOf } from '../data/query.ts';
import type { Reader, Row } from '../data/reader.ts';
import { AppError } from '../errors.ts';
import { lastingstates } from '../tables.ts';
import type { TimeSlice } from '../time-slice.ts';
import { RecordReader } from './records.ts';
import { type RevocationRule, selectRowsWithKeys } from './revocation-rule.ts';

/** Tables of the current data that cannot be read; 'all' when none can. */
export type UnreadableTables = readonly string[] | 'all';

/**
 * Returns those tables of revocations in which any row cannot be read. Reads every row, in time slices.
 * Throws the errors of `turn.next`.
 */
export async function listUnreadableTables(
  reader: Reader,
  rules: readonly RevocationRule[],
  turn: TimeSlice,
): Promise<string[]> {
  const unread: string[] = [];
  const all = rules.map((rule) => ({ table: tableNameOf(rule.table), sql: selectRowsWithKeys(rule) }));
  const records = tableNameOf(lastingstates);
  const recordReader = new RecordReader(rules);
  for (const { table, sql } of [...all, { table: records, sql: `SELECT * FROM ${records}` }])
    try {
      for (const row of reader.iterate(sql)) {
        if (table === records && !recordReader.read(row as Row)) throw new Error(`no row of ${records}`);
        if (turn.isOver) await turn.next();
      }
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      // The user who restores needs to know what is lost. The exact fault matters only to the person who
      // repairs the data.
      unread.push(table);
    }
  return unread;
}

/** Returns the warning about unreadable current data for the user who restores. */
export const formatUnreadableWarning = (unread: UnreadableTables): string =>
  unread === 'all'
    ? 'The current data cannot be read, so credentials and accounts that were revoked or blocked since the backup may be valid again.'
    : `${unread.join(', ')} of the current data cannot be read, so entries that were revoked or blocked there since the backup may be valid again.`;
