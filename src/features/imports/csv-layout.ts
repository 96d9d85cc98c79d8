import { readFirstRecords } from './csv-reader.ts';

/** The format of the records of a file. */
export interface CsvLayout {
  delimiter: string;
  /** Set when some records are enclosed in one pair of quotes as a whole. */
  isWrapped: boolean;
  /** The index in the text, and the line number, at which the records begin. */
  from: { at: number; line: number };
}

/** Counts the cells of a record that name columns. */
export type CountColumns = (cells: readonly string[]) => number;

/** Supported delimiters, in the order of preference when the content is ambiguous. */
const DELIMITERS = ['\t', ';', ',', '|'];
const SAMPLE_CHARACTERS = 40_000;
const SAMPLE_RECORDS = 100;
/** Number of records among which the header is searched. */
export const HEADER_RECORDS = 5;

/**
 * Finds the layout of a CSV text: the delimiter from a line such as `sep=;`, else the one that fits the
 * header and the rows best, whether records are quoted as a whole, and where they begin.
 */
export function findLayout(text: string, countColumns: CountColumns): CsvLayout {
  const from = skipBlankLines(text);
  const separator = /^"?sep=([^\r\n"])"?\1*[ \t]*(?:\r\n?|\n|$)/i.exec(text.slice(from.at, from.at + 100));
  const start = separator ? { at: from.at + separator[0].length, line: from.line + 1 } : from;
  const delimiters = separator ? [separator[1]!] : DELIMITERS;
  const layouts = delimiters.flatMap((delimiter) => [
    { delimiter, isWrapped: false, from: start },
    { delimiter, isWrapped: true, from: start },
  ]);
  const sample = text.slice(start.at, start.at + SAMPLE_CHARACTERS);
  const fits = layouts.map((layout) => fitOf(sample, layout, countColumns));
  return layouts.reduce((best, layout, at) =>
    isBetter(fits[at]!, fits[layouts.indexOf(best)]!) ? layout : best,
  );
}

/** Returns the beginning of the first line that is not blank. */
function skipBlankLines(text: string): CsvLayout['from'] {
  const first = Math.max(0, text.slice(0, SAMPLE_CHARACTERS).search(/\S/));
  const blank = text.slice(0, first).replace(/[^\r\n]+$/, '');
  return { at: blank.length, line: 1 + (blank.match(/\r\n?|\n/g)?.length ?? 0) };
}

/**
 * Returns the index of the header among the first records: the record with the most known columns, or the
 * first one.
 */
export function findHeader(records: readonly (readonly string[])[], countColumns: CountColumns): number {
  const counts = records.slice(0, HEADER_RECORDS).map((cells) => countColumns(cells));
  return Math.max(0, counts.indexOf(Math.max(...counts)));
}

/**
 * Returns the cells of a record. If the file has records in quotes as a whole, returns the cells within those
 * quotes.
 */
export function unwrapCells(cells: string[], { delimiter, isWrapped }: CsvLayout): string[] {
  if (!isWrapped || !cells[0]?.includes(delimiter) || cells.slice(1).some((cell) => cell !== ''))
    return cells;
  return readFirstRecords(cells[0], delimiter, 1)[0] ?? cells;
}

/** Returns the number of cells up to the last one that is not empty. */
export const countCells = (cells: readonly string[]): number =>
  cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** Reports whether all cells of a record are empty or blank. */
export const isBlank = (cells: readonly string[]): boolean => countCells(cells) === 0;

/** Measures how well a layout fits. Compared from the first number on. */
type Fit = [isRegular: number, columns: number, share: number, width: number, cells: number];

const isBetter = (one: Fit, other: Fit): boolean => {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && one[at]! > other[at]!;
};

function fitOf(sample: string, layout: CsvLayout, countColumns: CountColumns): Fit {
  const records = sampleOf(sample, layout);
  const at = findHeader(records, countColumns);
  const header = records[at] ?? [];
  const width = countCells(header);
  const rows = records.slice(at + 1);
  const regular = rows.filter((cells) => cells.length === header.length || cells.length === width).length;
  const share = rows.length === 0 ? 1 : regular / rows.length;
  return [Number(width > 1 && share >= 0.5), countColumns(header), share, width, header.length];
}

/** Reads the first records. Omits the last one when the end of the sample may have truncated it. */
function sampleOf(sample: string, layout: CsvLayout): string[][] {
  const records = readFirstRecords(sample, layout.delimiter, SAMPLE_RECORDS)
    .map((cells) => unwrapCells(cells, layout))
    .filter((cells) => !isBlank(cells));
  if (sample.length >= SAMPLE_CHARACTERS && records.length > 1) records.pop();
  return records;
}
