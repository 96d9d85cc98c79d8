import { Readable } from 'node:stream';
import { CsvError, type Info, type Options, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import type { TimeSlice } from '../../kit/time-slice.ts';

/** A record of a CSV text. */
export interface CsvRecord {
  cells: string[];
  /** The line on which it begins, and the one on which it ends. */
  firstline: number;
  lastline: number;
}

/** A quote that is opened and never closed. */
export class UnclosedQuoteError extends Error {
  constructor(readonly line: number) {
    super(`A quote is opened in line ${line} and never closed.`);
  }
}

/** A record with more cells than the reader takes. */
export class TooManyCellsError extends Error {}

/** Characters that are parsed before others have a turn. */
const CHUNK = 65_536;

type ReadOptions = [layout: { delimiter: string; line: number }, maxCells: number, turn: TimeSlice];

type Parsed = { record: string[]; info: Info };

/** Quotes within a cell that does not begin with one are characters, and empty lines are records. */
const optionsOf = (delimiter: string): Options<string[]> => ({
  delimiter,
  relax_column_count: true,
  relax_quotes: true,
  record_delimiter: '\n',
});

/**
 * Reads the records of a text whose lines end in LF. `line` is the number of its first line.
 * @throws UnclosedQuoteError, and TooManyCellsError for a record with more than `maxCells` cells.
 */
export async function* readCsvRecords(
  text: string,
  ...[{ delimiter, line }, maxCells, turn]: ReadOptions
): AsyncGenerator<CsvRecord> {
  const parser = parse({ ...optionsOf(delimiter), info: true, cast: refuseMore(maxCells) });
  const source = Readable.from(chunksOf(text, turn));
  source.on('error', (cause) => parser.destroy(cause));
  let ended = 0;
  try {
    for await (const { record: cells, info } of source.pipe(parser) as AsyncIterable<Parsed>) {
      yield { cells, firstline: line + ended, lastline: line + info.lines - 1 };
      ended = info.lines;
    }
  } catch (cause) {
    if (!isUnclosed(cause)) throw cause;
    throw await findOpenQuote(text, { delimiter, line }, maxCells, turn);
  }
}

/** Returns the first records of a text whose lines end in LF, up to a quote that is never closed. */
export function readFirstRecords(text: string, delimiter: string, most: number): string[][] {
  const records: string[][] = [];
  try {
    parseAtOnce(text, {
      ...optionsOf(delimiter),
      to: most,
      on_record: (record) => {
        records.push(record);
        return null;
      },
    });
  } catch (cause) {
    if (!isUnclosed(cause)) throw cause;
  }
  return records;
}

/** Counted while the cells are read, so that no record grows beyond the limit. */
const refuseMore =
  (maxCells: number) =>
  (cell: string, { index }: { index: number }) => {
    if (index >= maxCells) throw new TooManyCellsError();
    return cell;
  };

async function* chunksOf(text: string, turn: TimeSlice): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += CHUNK) {
    yield text.slice(start, start + CHUNK);
    if (turn.isOver) await turn.next();
  }
}

const isUnclosed = (cause: unknown): boolean =>
  cause instanceof CsvError && cause.code === 'CSV_QUOTE_NOT_CLOSED';

/** Finds the line of the open quote: once it is closed at the end of the text, its cell is the last one. */
async function findOpenQuote(text: string, ...options: ReadOptions): Promise<UnclosedQuoteError> {
  let last: CsvRecord | undefined;
  for await (const record of readCsvRecords(`${text}"`, ...options)) last = record;
  return new UnclosedQuoteError(last!.lastline - breaksIn(last!.cells.at(-1)!));
}

const breaksIn = (text: string): number => text.split('\n').length - 1;
