import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { invalid } from '../../kit/errors.ts';
import type { Turn } from '../../kit/give-way.ts';

const MAX_ROWS = 20_000;
const MAX_CELLS = 2_000_000;
export const MAX_COLUMNS = 500;
const CHUNK = 65_536;
/** Bytes in which the header is looked for. */
const FIRST_BYTES = 40_000;

export interface SheetRow {
  /** From 1, the header not counted. */
  row: number;
  /** In the file; the last one of a row over several lines. */
  line: number;
  cells: string[];
}

export interface Sheet {
  headers: string[];
  /** The line of the file with the names of the columns. */
  headerline: number;
  rows: SheetRow[];
}

/** The rows of a CSV file in UTF-8; comma, semicolon, tab and bar are told apart by the header. 400 for what is none. */
export async function readSheet(bytes: Uint8Array, turn: Turn): Promise<Sheet> {
  const delimiter = delimiterOf(new TextDecoder().decode(bytes.subarray(0, FIRST_BYTES)));
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    // Said of each cell while it is read, so that no row grows beyond it.
    cast: (cell, { index }) => {
      if (index >= MAX_COLUMNS) throw invalid('file', `Import at most ${MAX_COLUMNS} columns at once.`);
      return cell;
    },
  });
  const source = Readable.from(chunks(bytes, turn));
  source.on('error', (cause) => parser.destroy(cause));
  let headers: string[] | undefined;
  let headerline = 1;
  const rows: SheetRow[] = [];
  let cells = 0;
  try {
    for await (const { record, info } of source.pipe(parser)) {
      if (!headers) {
        headers = (record as string[]).map((cell) => cell.trim());
        headerline = info.lines;
      } else rows.push({ row: rows.length + 1, line: info.lines, cells: record });
      cells += record.length;
      if (cells > MAX_CELLS)
        throw invalid('file', `Import at most ${MAX_CELLS.toLocaleString('en')} cells at once.`);
      if (rows.length > MAX_ROWS)
        throw invalid('file', `Import at most ${MAX_ROWS.toLocaleString('en')} rows at once.`);
    }
  } catch (cause) {
    throw unreadable(cause);
  }
  if (!headers) throw invalid('file', 'The file is empty. Its first row names the columns.');
  return { headers, headerline, rows };
}

async function* chunks(bytes: Uint8Array, turn: Turn): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let start = 0; start <= bytes.byteLength; start += CHUNK) {
    yield decoded(decoder, bytes.subarray(start, start + CHUNK), start + CHUNK <= bytes.byteLength);
    await turn.next();
  }
}

function decoded(decoder: TextDecoder, chunk: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(chunk, { stream });
  } catch {
    throw invalid('file', 'The file is not UTF-8. Save it as "CSV UTF-8" and send it again.');
  }
}

/** The separator that the first line has most of, outside of quotes. */
function delimiterOf(text: string): string {
  const first = (/^[^\r\n]{0,20000}/.exec(text.trimStart())?.[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (mark: string) => first.split(mark).length;
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

function unreadable(cause: unknown): unknown {
  const code = (cause as Partial<CsvError> | null)?.code;
  if (!code?.startsWith('CSV_')) return cause;
  const line = (cause as CsvError & { lines?: number }).lines;
  const where = line ? ` near line ${line}` : '';
  return invalid('file', `The file is no CSV${where}: perhaps a quote was opened and never closed.`);
}
