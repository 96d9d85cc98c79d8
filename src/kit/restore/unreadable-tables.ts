import { tableNameOf } from '../data/query.ts';
import type { Reader, Row } from '../data/reader.ts';
import { AppError } from '../errors.ts';
import type { TimeSlice } from '../time-slice.ts';
import { lastingstates } from '../tables.ts';
import { type RevocationRule, selectRowsWithKeys } from './revocation-rule.ts';
import { RecordReader } from './records.ts';

/** Tables of the data of before that cannot be read; 'all' where nothing can. */
export type UnreadableTables = readonly string[] | 'all';

/** Which tables cannot be read that say what was ended, in turns: each row of them is read. */
export async function listUnreadableTables(
  reader: Reader,
  ends: readonly RevocationRule[],
  turn: TimeSlice,
): Promise<string[]> {
  const unread: string[] = [];
  const all = ends.map((end) => ({ table: tableNameOf(end.table), sql: selectRowsWithKeys(end) }));
  const records = tableNameOf(lastingstates);
  const kept = new RecordReader(ends);
  for (const { table, sql } of [...all, { table: records, sql: `SELECT * FROM ${records}` }])
    try {
      for (const row of reader.iterate(sql)) {
        if (table === records && !kept.read(row as Row)) throw new Error(`no row of ${records}`);
        if (turn.isOver) await turn.next();
      }
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      // Which fault it is, is for who looks after the data; whoever restores asks what he loses.
      unread.push(table);
    }
  return unread;
}

/** What whoever restores is told of data of before that cannot be read. */
export const formatUnreadableWarning = (unread: UnreadableTables): string =>
  unread === 'all'
    ? 'The data of now cannot be read, so what was revoked or blocked since the backup may be valid again.'
    : `${unread.join(', ')} of the data of now cannot be read, so what was revoked or blocked there since the backup may be valid again.`;
