import { invalid } from '../../kit/errors.ts';
import type { TimeSlice } from '../../kit/time-slice.ts';
import { cutSheetName, type SheetEntry } from './sheet-names.ts';
import { readFormats } from './xlsx-formats.ts';
import { RowHandlers, type WorkbookRow } from './xlsx-rows.ts';
import { createStringHandlers } from './xlsx-texts.ts';
import { decodeText, readAllXml, readXml, type XmlHandlers } from './xlsx-xml.ts';
import { ArchiveTooLargeError, BrokenArchiveError, ZipArchive } from './zip-archive.ts';

/** Maximum size of the unpacked parts of a workbook that are read. */
export const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/** Reports whether a file is a ZIP archive, as XLSX files are. */
export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** An opened workbook: its worksheets in their order, and their rows. */
export interface Workbook {
  sheets: readonly SheetEntry[];
  /** Reads the rows of a worksheet. `maxCells` limits the cells of a row. Throws 400 for a damaged workbook. */
  readRows(sheet: SheetEntry, maxCells: number): AsyncGenerator<WorkbookRow>;
}

/** Opens a workbook. Throws 400 for another kind of archive, and for a workbook that is too large. */
export async function openWorkbook(bytes: Uint8Array, turn: TimeSlice): Promise<Workbook> {
  try {
    const archive = await ZipArchive.open(bytes, MAX_UNPACKED_BYTES);
    const { sheets, is1904 } = await readSheets(archive, turn);
    const strings = await readAllXml(archive.readText('xl/sharedStrings.xml'), createStringHandlers(), turn);
    const formats = await readFormats(archive.readText('xl/styles.xml'), is1904, turn);
    return {
      sheets,
      async *readRows({ id }, maxCells) {
        try {
          const path = await findPath(archive, id, turn);
          const handlers = new RowHandlers(strings, formats, maxCells);
          for await (const rows of readXml(readRequired(archive, path), handlers, turn)) yield* rows;
        } catch (cause) {
          throw toError(cause);
        }
      },
    };
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

/** Returns the text of a file of the archive. Throws `BrokenArchiveError` when it is missing. */
function readRequired(archive: ZipArchive, name: string): AsyncGenerator<string> {
  const text = archive.readText(name);
  if (!text) throw new BrokenArchiveError();
  return text;
}

async function readSheets(archive: ZipArchive, turn: TimeSlice) {
  const workbook = { is1904: false };
  const text = readRequired(archive, 'xl/workbook.xml');
  return { sheets: await readAllXml(text, createSheetHandlers(workbook), turn), ...workbook };
}

/** Returns the path of the worksheet with this relationship. */
async function findPath(archive: ZipArchive, id: string | undefined, turn: TimeSlice): Promise<string> {
  const links = readRequired(archive, 'xl/_rels/workbook.xml.rels');
  const [target] = await readAllXml(links, createTargetHandlers(id), turn);
  if (!target) throw new BrokenArchiveError();
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** Creates the handlers that return the worksheets of a workbook, and set its calendar. */
const createSheetHandlers = (workbook: { is1904: boolean }): XmlHandlers<SheetEntry> => ({
  open(name, read) {
    if (name === 'workbookPr') workbook.is1904 = /^(1|true)$/.test(read().date1904 ?? '');
    if (name !== 'sheet') return undefined;
    const attributes = read();
    const key = Object.keys(attributes).find((key) => /(^|:)id$/.test(key)) ?? '';
    return {
      name: cutSheetName(decodeText(attributes.name ?? '')),
      id: attributes[key],
      isHidden: /hidden$/i.test(attributes.state ?? ''),
    };
  },
});

/** Creates the handlers that return the target of a relationship. */
const createTargetHandlers = (id: string | undefined): XmlHandlers<string> => ({
  open(name, attributes) {
    if (name !== 'Relationship') return undefined;
    const { Id, Target = '' } = attributes();
    return Id === id ? decodeText(Target) : undefined;
  },
});
