import { invalid } from '../../kit/errors.ts';
import type { TimeSlice } from '../../kit/time-slice.ts';
import { type NumberFormat, plainText, readFormats } from './xlsx-formats.ts';
import { attributeOf, decodeText, readElements, readItemText } from './xlsx-xml.ts';
import { ArchiveTooLargeError, BrokenArchiveError, ZipArchive } from './zip-archive.ts';

/** Maximum size of the unpacked parts of a workbook that are read. */
export const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/** A row of a worksheet with the texts of its cells. */
export interface WorkbookRow {
  line: number;
  cells: string[];
}

interface CellContext {
  strings: readonly string[];
  formats: readonly NumberFormat[];
}

/** Reports whether a file is a ZIP archive, as XLSX files are. */
export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/**
 * Reads the rows of a worksheet, by default of the first one. `maxCells` limits the cells of a row. Throws 400
 * for another kind of archive, a workbook that is too large, and an unknown worksheet.
 */
export async function* readWorkbookRows(
  bytes: Uint8Array,
  sheet: string | undefined,
  maxCells: number,
  turn: TimeSlice,
): AsyncGenerator<WorkbookRow> {
  try {
    const archive = new ZipArchive(bytes, MAX_UNPACKED_BYTES);
    const { path, is1904 } = await findSheet(archive, sheet);
    const strings: string[] = [];
    for (const { content } of readElements((await archive.readText('xl/sharedStrings.xml')) ?? '', 'si')) {
      strings.push(readItemText(content));
      if (turn.isOver) await turn.next();
    }
    const formats = readFormats((await archive.readText('xl/styles.xml')) ?? '', is1904);
    const xml = await archive.readText(path);
    if (xml === undefined) throw new BrokenArchiveError();
    let line = 0;
    for (const { attributes, content } of readElements(xml, 'row')) {
      line = Number(attributeOf(attributes, 'r') ?? line + 1);
      yield { line, cells: readCells(content, { strings, formats }, maxCells) };
      if (turn.isOver) await turn.next();
    }
  } catch (cause) {
    throw toError(cause);
  }
}

function toError(cause: unknown): unknown {
  if (cause instanceof ArchiveTooLargeError)
    return invalid(
      'file',
      `The workbook is larger than ${MAX_UNPACKED_BYTES / 1024 / 1024} MB when it is unpacked. Save the sheet as CSV, or split it.`,
    );
  if (cause instanceof BrokenArchiveError)
    return invalid(
      'file',
      'The file is no readable XLSX workbook. Save it as XLSX or CSV and send that file.',
    );
  return cause;
}

async function findSheet(archive: ZipArchive, wanted: string | undefined) {
  const workbook = await archive.readText('xl/workbook.xml');
  const links = await archive.readText('xl/_rels/workbook.xml.rels');
  if (workbook === undefined || links === undefined) throw new BrokenArchiveError();
  const sheets = [...readElements(workbook, 'sheet')].map(({ attributes }) => ({
    name: attributeOf(attributes, 'name') ?? '',
    id: attributeOf(attributes, 'id'),
  }));
  const found = wanted
    ? sheets.find(({ name }) => name.trim().toLowerCase() === wanted.toLowerCase())
    : sheets[0];
  if (!found && wanted)
    throw invalid(
      'sheet',
      `The workbook has no sheet "${wanted}". It has ${sheets.map(({ name }) => name).join(', ')}.`,
    );
  const link = [...readElements(links, 'Relationship')].find(
    ({ attributes }) => attributeOf(attributes, 'Id') === found?.id,
  );
  const target = link && attributeOf(link.attributes, 'Target');
  if (!target) throw new BrokenArchiveError();
  const [properties] = readElements(workbook, 'workbookPr');
  return {
    path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
    is1904: /^(1|true)$/.test(attributeOf(properties?.attributes ?? '', 'date1904') ?? ''),
  };
}

function readCells(row: string, context: CellContext, maxCells: number): string[] {
  const cells: string[] = [];
  let index = -1;
  for (const { attributes, content } of readElements(row, 'c')) {
    const letters = /^[A-Z]+/.exec(attributeOf(attributes, 'r') ?? '')?.[0];
    index = letters ? columnOf(letters) : index + 1;
    const text = textOfCell(attributes, content, context);
    if (text === '') continue;
    if (index >= maxCells) throw invalid('file', `Import at most ${maxCells} columns at once.`);
    while (cells.length < index) cells.push('');
    cells[index] = text;
  }
  return cells;
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function textOfCell(attributes: string, content: string, { strings, formats }: CellContext): string {
  const type = attributeOf(attributes, 't') ?? 'n';
  if (type === 'inlineStr') return readItemText(content);
  const [value] = readElements(content, 'v');
  const text = decodeText(value?.content ?? '').trim();
  if (text === '') return '';
  if (type === 's') return strings[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n' || !Number.isFinite(Number(text))) return text;
  const format = formats[Number(attributeOf(attributes, 's') ?? 0)] ?? plainText;
  return format(Number(text));
}
