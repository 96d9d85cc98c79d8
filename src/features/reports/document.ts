import type { SiteReport } from '../../kit/contributions.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { type CsvColumn, csvLine } from '../../kit/http/csv.ts';
import { TimeSlice } from '../../kit/time-slice.ts';
import { listVisibleColumns } from './columns.ts';
import type { ReportRowsReader } from './report-query.ts';

/** Maximum number of rows in the text of a mail. */
const MAX_SHOWN_ROWS = 50;
/** Maximum size in bytes of an attached CSV document, because mail servers reject larger ones. */
const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** A report for a mail. */
export interface ReportDocument {
  columns: readonly CsvColumn[];
  /** The first rows of the report, at most `MAX_SHOWN_ROWS`. */
  first: readonly Readonly<Record<string, unknown>>[];
  /** Number of all rows; if the report is too long, of those that were read. */
  count: number;
  /** The whole report as CSV; undefined when it is too large for a mail. */
  csv: string | undefined;
}

/**
 * Reads a report in time slices, on a connection of its own. Stops beyond `MAX_DOCUMENT_BYTES` of CSV. Then
 * `csv` is undefined, and `count` only counts the rows up to there.
 */
export async function readReportDocument(
  host: Host,
  report: SiteReport,
  read: ReportRowsReader,
  { actor, account }: Pick<WriteContext, 'actor' | 'account'>,
): Promise<ReportDocument> {
  const columns = listVisibleColumns(host, report, actor);
  const [first, lines, turn] = [[] as Record<string, unknown>[], [] as string[], new TimeSlice(account)];
  let bytes = 0;
  let count = 0;
  const add = (cells: readonly unknown[]) => {
    const line = csvLine(cells);
    bytes += Buffer.byteLength(line);
    lines.push(line);
  };
  add(columns.map(({ title }) => title));
  const snapshot = host.db.snapshot();
  try {
    for (const row of read(snapshot.reader)) {
      count++;
      if (first.length < MAX_SHOWN_ROWS)
        first.push(Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null])));
      add(columns.map(({ key }) => row[key]));
      if (bytes > MAX_DOCUMENT_BYTES) return { columns, first, count, csv: undefined };
      if (turn.isOver) await turn.next();
    }
    return { columns, first, count, csv: lines.join('') };
  } finally {
    snapshot.close();
  }
}
