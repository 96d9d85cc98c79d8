import { invalid } from '../../kit/errors.ts';
import { foldName } from '../../kit/fold-name.ts';

/** Maximum length of the name of a worksheet. Excel allows 31 characters, other programs more. */
const MAX_NAME_LENGTH = 100;
/** Maximum number of worksheets that are listed. */
export const MAX_LISTED_SHEETS = 100;

/** A worksheet in the list of its workbook. */
export interface SheetEntry {
  name: string;
  /** The key of its file in the archive. */
  id: string | undefined;
  isHidden: boolean;
}

/** The worksheets that a user may choose. */
export interface SheetList {
  /** Their names in the order of the workbook; the first `MAX_LISTED_SHEETS` of them. */
  sheets: readonly string[];
  /** Number of all of them. */
  sheetstotal: number;
}

/** Cuts the name of a worksheet, because a response and the record of an import contain it. */
export const cutSheetName = (name: string): string => name.slice(0, MAX_NAME_LENGTH).toWellFormed();

/** Lists the worksheets that are not hidden, and the one that is read. */
export function listSheets(all: readonly SheetEntry[], read?: SheetEntry): SheetList {
  const names = new Set(all.filter((one) => !one.isHidden || one === read).map(({ name }) => name));
  const sheets = [...names].slice(0, MAX_LISTED_SHEETS);
  if (read && !sheets.includes(read.name)) sheets.splice(-1, 1, read.name);
  return { sheets, sheetstotal: names.size };
}

/**
 * Returns the worksheet with this name: in the exact spelling, else in any letter case. Throws 400 that lists
 * the names.
 */
export function findSheet(all: readonly SheetEntry[], wanted: string): SheetEntry {
  const name = cutSheetName(wanted.trim()).trim();
  const found =
    all.find((one) => one.name.trim() === name) ??
    all.find((one) => foldName(one.name.trim()) === foldName(name));
  if (found) return found;
  const { sheets, sheetstotal } = listSheets(all);
  const others = sheetstotal - sheets.length;
  const rest = others > 0 ? ` and ${others.toLocaleString('en')} more` : '';
  throw invalid(
    'sheet',
    `The workbook has no sheet "${name}". It has ${sheets.join(', ') || 'only hidden ones'}${rest}.`,
  );
}
