import { normalizeText, oneLine, shortenText } from '../../kit/clean-text.ts';
import { cellText, dropGuard } from '../../kit/http/csv.ts';

/**
 * Returns the text in a cell such as `="000124"`; undefined for any other cell. Exports use this form so that
 * spreadsheets do not change the value.
 */
export function readFormulaText(cell: string): string | undefined {
  if (!cell.startsWith('="')) return undefined;
  return /^="((?:[^"]|"")*)"$/.exec(cell)?.[1]?.replaceAll('""', '"');
}

/**
 * Returns the normalized text of a cell without white space at both ends. Removes the characters that prevent
 * spreadsheets from changing or running the text.
 */
export function textOfCell(cell: string): string {
  const typed = normalizeText(cell).trim();
  return (readFormulaText(typed) ?? dropGuard(typed)).trim();
}

/** Returns the texts with which a cell is looked up: first as the API normalizes names, then as typed. */
export function listLookupTexts(cell: string): string[] {
  const typed = normalizeText(cell).trim();
  const texts = [textOfCell(cell), typed].flatMap((text) => [withSingleBlanks(text), oneLine(text)]);
  return [...new Set(texts)].filter((text) => text !== '');
}

/**
 * Replaces each run of white space, including no-break spaces, with one plain space, and removes it at both
 * ends.
 */
export const withSingleBlanks = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Reports whether a cell equals the text that an export writes for the value. Ignores the kind of line
 * breaks, white space at both ends, and what `normalizeText` changes.
 */
export function isExportOf(cell: string, value: unknown): boolean {
  const text = cellText(value);
  return cell === text || comparable(cell) === comparable(text);
}

/** Normalizes line breaks and trims the text, because spreadsheets change both. */
const comparable = (text: string): string => normalizeText(text).replace(/\r\n?/g, '\n').trim();

/** Shortens a text that an error quotes to 80 characters. */
export const truncateForError = (text: string): string => shortenText(text, 80);
