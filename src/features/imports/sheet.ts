import { AppError, invalid } from '../../kit/errors.ts';
import type { TimeSlice } from '../../kit/time-slice.ts';
import {
  type CountColumns,
  type CsvLayout,
  countCells,
  findHeader,
  findLayout,
  HEADER_RECORDS,
  isBlank,
  unwrapCells,
} from './csv-layout.ts';
import { readCsvRecords, TooManyCellsError, UnclosedQuoteError } from './csv-reader.ts';
import { readFileText } from './file-text.ts';
import { findSheet, listSheets, type SheetEntry, type SheetList } from './sheet-names.ts';
import { isArchive, openWorkbook, type Workbook } from './xlsx-reader.ts';

const MAX_ROWS = 20_000;
const MAX_CELLS = 2_000_000;
/** Maximum number of characters in a worksheet. A small workbook may repeat a long text in many cells. */
const MAX_CHARACTERS = 32_000_000;
export const MAX_COLUMNS = 500;
/** Maximum number of worksheets that are searched for the first one with rows. */
const MAX_EMPTY_SHEETS = 50;

export interface SheetRow {
  /** Number of the row from 1, without the header. */
  row: number;
  /** Number of the line in the file; the last one of a row that spans several lines. */
  line: number;
  cells: string[];
  /** The lines of further rows of the same record, which are merged into this one. */
  merged?: number[];
}

/** The rows of a file, and the worksheets of a workbook; none for a text file. */
export interface Sheet extends SheetList {
  headers: string[];
  /** Number of columns up to the last one with a name. */
  width: number;
  /** The line of the file on which the header begins. */
  headerline: number;
  rows: SheetRow[];
  /** The worksheet with the rows; null for a text file. */
  sheet: string | null;
}

type SheetSource = SheetList & Pick<Sheet, 'sheet'>;

const NO_SHEETS: SheetSource = { sheets: [], sheetstotal: 0, hiddensheets: [], sheet: null };

/** Returns the error of a file, with the worksheets to choose from. */
function refuseSheet(source: SheetSource, message: string): AppError {
  const { sheets, sheetstotal, hiddensheets, sheet } = source;
  const error = invalid('file', message);
  const choice = sheetstotal + hiddensheets.length > 0 ? { sheets, sheetstotal, hiddensheets, sheet } : {};
  return new AppError('VALIDATION_ERROR', error.message, { ...error.details, ...choice });
}

type Line = Omit<SheetRow, 'row'> & { firstline: number };

/**
 * Reads the rows of a CSV file, or of a worksheet of an XLSX file, by default of the first visible one with
 * rows. The header is the record with the most known columns among the first five; records above it are skipped. Throws
 * 400 for an empty file, a file that is not CSV, and more than `MAX_ROWS` rows.
 */
export async function readSheet(
  bytes: Uint8Array,
  turn: TimeSlice,
  countColumns: CountColumns,
  name?: string,
): Promise<Sheet> {
  const { lines, ...source } = isArchive(bytes)
    ? await readWorkbook(await openWorkbook(bytes, turn), name)
    : { lines: await readTextLines(bytes, turn, countColumns), ...NO_SHEETS };
  const first = lines.slice(0, HEADER_RECORDS).map(({ cells }) => cells);
  const at = findHeader(first, countColumns);
  const header = lines[at];
  if (!header)
    throw refuseSheet(
      source,
      source.sheet === null
        ? 'The file is empty. The first row must contain the column names.'
        : `The worksheet ${source.sheet} is empty. Choose another one, or enter the column names in its first row.`,
    );
  const rows = lines.slice(at + 1).map(({ line, cells }, index) => ({ row: index + 1, line, cells }));
  if (rows.length > MAX_ROWS)
    throw invalid('file', `Import at most ${MAX_ROWS.toLocaleString('en')} rows at once.`);
  return {
    headers: header.cells.map((cell) => cell.trim()),
    width: countCells(header.cells),
    headerline: header.firstline,
    rows,
    ...source,
  };
}

async function readTextLines(
  bytes: Uint8Array,
  turn: TimeSlice,
  countColumns: CountColumns,
): Promise<Line[]> {
  const text = await readFileText(bytes, turn);
  return readLines(text, findLayout(text, countColumns), turn);
}

/** Reads the named worksheet, or the first visible one with rows. */
async function readWorkbook(
  workbook: Workbook,
  name: string | undefined,
): Promise<SheetSource & { lines: Line[] }> {
  const { sheets } = workbook;
  const wanted = name === undefined ? listDefaultSheets(sheets) : [findSheet(sheets, name)];
  for (const sheet of wanted) {
    const lines = await readWorkbookLines(workbook, sheet);
    if (lines.length > 0) return { lines, ...listSheets(sheets, sheet), sheet: sheet.name };
  }
  return { lines: [], ...listSheets(sheets, wanted[0]), sheet: wanted[0]?.name ?? null };
}

/** Returns the first visible worksheets. Throws 400 when all are hidden. */
function listDefaultSheets(sheets: readonly SheetEntry[]): SheetEntry[] {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  if (visible.length === 0 && sheets.length > 0)
    throw refuseSheet(
      { ...listSheets(sheets), sheet: null },
      'All sheets of the workbook are hidden. Choose the one to import.',
    );
  return visible.slice(0, MAX_EMPTY_SHEETS);
}

/** Reads all rows of a worksheet that are not blank. Fills them up, because they end with their last value. */
async function readWorkbookLines(workbook: Workbook, sheet: SheetEntry): Promise<Line[]> {
  const lines: Line[] = [];
  let [count, width, characters] = [0, 0, 0];
  for await (const { line, cells } of workbook.readRows(sheet, MAX_COLUMNS)) {
    if (isBlank(cells)) continue;
    lines.push({ firstline: line, line, cells });
    count += cells.length;
    width = Math.max(width, cells.length);
    for (const cell of cells) characters += cell.length;
    refuseTooMany(lines.length, count);
    if (characters > MAX_CHARACTERS)
      throw invalid('file', `Import at most ${MAX_CHARACTERS.toLocaleString('en')} characters at once.`);
  }
  refuseTooMany(lines.length, lines.length * width);
  for (const { cells } of lines) while (cells.length < width) cells.push('');
  return lines;
}

/** Reads all records that are not blank. */
async function readLines(text: string, layout: CsvLayout, turn: TimeSlice): Promise<Line[]> {
  const { delimiter, from } = layout;
  const lines: Line[] = [];
  let count = 0;
  try {
    const records = readCsvRecords(text.slice(from.at), { delimiter, line: from.line }, MAX_COLUMNS, turn);
    for await (const { cells: read, firstline, lastline: line } of records) {
      const cells = unwrapCells(read, layout);
      if (isBlank(cells)) continue;
      lines.push({ firstline, line, cells });
      count += cells.length;
      refuseTooMany(lines.length, count);
    }
    return lines;
  } catch (cause) {
    throw readingError(cause);
  }
}

function refuseTooMany(lines: number, cells: number): void {
  if (cells > MAX_CELLS)
    throw invalid('file', `Import at most ${MAX_CELLS.toLocaleString('en')} cells at once.`);
  if (lines > MAX_ROWS + HEADER_RECORDS)
    throw invalid('file', `Import at most ${MAX_ROWS.toLocaleString('en')} rows at once.`);
}

function readingError(cause: unknown): unknown {
  if (cause instanceof TooManyCellsError)
    return invalid('file', `Import at most ${MAX_COLUMNS} columns at once.`);
  if (cause instanceof UnclosedQuoteError)
    return invalid('file', `${cause.message} Close it, or remove it, and send the file again.`);
  return cause;
}
