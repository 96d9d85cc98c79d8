import { normalizeText, oneLine } from '../../kit/clean-text.ts';
import { cellText, dropGuard } from '../../kit/http/csv.ts';

/** Returns the text of a cell such as `="000124"`, with which exports keep spreadsheets from changing it. */
export function readFormulaText(cell: string): string | undefined {
  if (!cell.startsWith('="')) return undefined;
  return /^="((?:[^"]|"")*)"$/.exec(cell)?.[1]?.replaceAll('""', '"');
}

/** Returns the text that a cell means: without what keeps spreadsheets from changing or running it. */
export function textOfCell(cell: string): string {
  const typed = normalizeText(cell).trim();
  return (readFormulaText(typed) ?? dropGuard(typed)).trim();
}

/** Returns the texts under which a cell is looked up: as the API normalizes names first, then as typed. */
export function listLookupTexts(cell: string): string[] {
  const typed = normalizeText(cell).trim();
  const texts = [textOfCell(cell), typed].flatMap((text) => [withSingleBlanks(text), oneLine(text)]);
  return [...new Set(texts)].filter((text) => text !== '');
}

/** Returns the text with one plain blank for each run of white space, of no-break blanks too. */
export const withSingleBlanks = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Reports whether a cell has the text with which an export writes the value. */
export function isExportOf(cell: string, value: unknown): boolean {
  const text = cellText(value);
  return cell === text || comparable(cell) === comparable(text);
}

/** Spreadsheets change line breaks and drop blanks at the ends. */
const comparable = (text: string): string => normalizeText(text).replace(/\r\n?/g, '\n').trim();

/** Shortens a text that an error quotes. */
export const truncateForError = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
