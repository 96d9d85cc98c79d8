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
  /** The names of the hidden ones; the first `MAX_LISTED_SHEETS` of them. */
  hiddensheets: readonly string[];
}

/** Cuts the name of a worksheet, because a response and the record of an import contain it. */
export const cutSheetName = (name: string): string => name.slice(0, MAX_NAME_LENGTH).toWellFormed();

/** Lists the worksheets that are not hidden, and the one that is read. Lists the hidden ones separately. */
export function listSheets(all: readonly SheetEntry[], read?: SheetEntry): SheetList {
  const names = new Set(all.filter((one) => !one.isHidden || one === read).map(({ name }) => name));
  const hidden = new Set(all.filter(({ isHidden }) => isHidden).map(({ name }) => name));
  return {
    sheets: limitNames(names, read?.name),
    sheetstotal: names.size,
    hiddensheets: limitNames(hidden, read?.isHidden ? read.name : undefined),
  };
}

/** Returns the first names. The required one takes the place of the last one if it is not among them. */
function limitNames(names: ReadonlySet<string>, required: string | undefined): string[] {
  const first = [...names].slice(0, MAX_LISTED_SHEETS);
  if (required !== undefined && !first.includes(required)) first.splice(-1, 1, required);
  return first;
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
