import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { invalid } from '../../kit/errors.ts';
import { giveWay } from '../../kit/give-way.ts';

const MAX_ROWS = 20_000;
export const MAX_COLUMNS = 500;
const CHUNK = 65_536;

export interface SheetRow {
  /** From 1, the header not counted. */
  row: number;
  /** In the file; the last one of a row over several lines. */
  line: number;
  cells: string[];
}

export interface Sheet {
  headers: string[];
  rows: SheetRow[];
  /** Files with semicolons come from places that write decimals with a comma. */
  decimalcomma: boolean;
}

/** The rows of a CSV file in UTF-8; comma, semicolon, tab and bar are told apart by the header. 400 for what is none. */
export async function readSheet(bytes: Uint8Array): Promise<Sheet> {
  const text = decode(bytes);
  const delimiter = delimiterOf(text);
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
  let headers: string[] | undefined;
  const rows: SheetRow[] = [];
  try {
    for await (const { record, info } of Readable.from(chunks(text)).pipe(parser)) {
      if (!headers) headers = (record as string[]).map((cell) => cell.trim());
      else rows.push({ row: rows.length + 1, line: info.lines, cells: record });
      if (rows.length > MAX_ROWS)
        throw invalid('file', `Import at most ${MAX_ROWS.toLocaleString('en')} rows at once.`);
    }
  } catch (cause) {
    throw unreadable(cause);
  }
  if (!headers) throw invalid('file', 'The file is empty. Its first row names the columns.');
  return { headers, rows, decimalcomma: delimiter === ';' };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('file', 'The file is not UTF-8. Save it as "CSV UTF-8" and send it again.');
  }
}

async function* chunks(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += CHUNK) {
    yield text.slice(start, start + CHUNK);
    await giveWay();
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
