import { Readable } from 'node:stream';
import { CsvError, type Info, type Options, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import type { TimeSlice } from '../../kit/time-slice.ts';

/** A record of a CSV text. */
export interface CsvRecord {
  cells: string[];
  /** The lines on which the record begins and ends. */
  firstline: number;
  lastline: number;
}

/** Thrown for an opening quote without a closing one. */
export class UnclosedQuoteError extends Error {
  constructor(readonly line: number) {
    super(`The quotation mark in line ${line} is never closed.`);
  }
}

/** Thrown for a record with more cells than the limit. */
export class TooManyCellsError extends Error {}

/** Number of characters that are parsed in one go before other requests may run. */
const CHUNK = 65_536;

type ReadOptions = [layout: { delimiter: string; line: number }, maxCells: number, turn: TimeSlice];

type ParsedRecord = { record: string[]; info: Info };

/**
 * Returns the options of the CSV parser. A quote inside a cell that does not begin with one is a plain
 * character. Empty lines count as records.
 */
const optionsOf = (delimiter: string): Options<string[]> => ({
  delimiter,
  relax_column_count: true,
  relax_quotes: true,
  record_delimiter: '\n',
});

/**
 * Reads the records of a text whose lines end in LF. `line` is the number of its first line. Throws
 * `UnclosedQuoteError`, and `TooManyCellsError` for a record with more than `maxCells` cells.
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
    for await (const { record: cells, info } of source.pipe(parser) as AsyncIterable<ParsedRecord>) {
      yield { cells, firstline: line + ended, lastline: line + info.lines - 1 };
      ended = info.lines;
    }
  } catch (cause) {
    if (!isUnclosed(cause)) throw cause;
    throw await findOpenQuote(text, { delimiter, line }, maxCells, turn);
  }
}

/**
 * Returns the first `most` records of a text whose lines end in LF. If a quote among them is never closed,
 * returns only the records before the one with that quote.
 */
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

/** Returns a function that counts cells while they are read, so that no record grows beyond the limit. */
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

/**
 * Finds the line of an unclosed quote. Closes it at the end of the text, so that its cell is the last one.
 */
async function findOpenQuote(text: string, ...options: ReadOptions): Promise<UnclosedQuoteError> {
  let last: CsvRecord | undefined;
  for await (const record of readCsvRecords(`${text}"`, ...options)) last = record;
  return new UnclosedQuoteError(last!.lastline - breaksIn(last!.cells.at(-1)!));
}

const breaksIn = (text: string): number => text.split('\n').length - 1;
