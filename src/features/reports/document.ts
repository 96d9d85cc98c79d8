import type { SiteReport } from '../../kit/contributions.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { TimeSlice } from '../../kit/time-slice.ts';
import type { Host } from '../../kit/host.ts';
import { type CsvColumn, csvLine } from '../../kit/http/csv.ts';
import type { ReportRowsReader } from './report-query.ts';
import { listVisibleColumns } from './columns.ts';

/** Rows that a mail shows by itself. */
const MAX_SHOWN_ROWS = 50;
/** Bytes of a CSV document that goes with a mail: servers refuse more. */
const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** A report as a mail carries it. */
export interface ReportDocument {
  columns: readonly CsvColumn[];
  /** The first rows. */
  first: readonly Readonly<Record<string, unknown>>[];
  /** Rows in all; of a report that is too long, those that were read. */
  count: number;
  /** The whole as CSV; undefined when that is more than a mail carries. */
  csv: string | undefined;
}

/** Reads the report in turns, on a connection of its own. */
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
