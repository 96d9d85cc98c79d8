import { foldName } from '../../kit/fold-name.ts';
import type { SheetColumns } from './columns.ts';
import type { ImportColumn } from './header-words.ts';
import type { SheetRow } from './sheet.ts';

/** The type of a status, which the custom report of Snipe-IT writes after its name. */
const STATUS_TYPE = /\s*\((?:deployed|deployable|pending|undeployable|archived)\)$/i;
/** The label of assigned assets, which the export of a list of Snipe-IT writes after the name of the status. */
const ASSIGNED = /^(.+?)\s+Deployed$/;
/** The character with which reports of Snipe-IT prevent that a spreadsheet runs a text as a formula. */
const FORMULA_GUARD = /^`(?=[=+\-@])/;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH_FIRST = /^(?:[A-Z][a-z]{2} )?([A-Z][a-z]{2}) (\d{1,2}), (\d{4})$/;
const DAY_FIRST = /^(\d{1,2}) ([A-Z][a-z]{2}), (\d{4})$/;
const YEAR_FIRST = /^(\d{4})\.(\d\d)\.(\d\d)\.$/;
const SHORT_YEAR = /^(\d{1,2}\/\d{1,2}\/)(\d\d)$/;
/** The first short year of the last century, as PHP reads it. */
const FIRST_OF_1900S = '70';

/** Adds to the columns of a file how Snipe-IT writes their cells. */
export const readSnipeCells = ({ fields, id }: SheetColumns, rows: readonly SheetRow[]): SheetColumns => ({
  fields: fields.map((column) =>
    column.name === 'statusid' && column.byname ? readStatuses(column, rows) : readValues(column),
  ),
  id,
});

const readValues = (column: ImportColumn): ImportColumn => ({
  ...column,
  readText: (cell) => {
    const text = cell.replace(FORMULA_GUARD, '');
    return column.field.kind === 'date' ? readDate(text) : text;
  },
});

/** Removes the label of assigned assets from names that the file, or the appliance, also has without it. */
function readStatuses(column: ImportColumn, rows: readonly SheetRow[]): ImportColumn {
  const readName = (cell: string) => cell.trim().replace(FORMULA_GUARD, '').replace(STATUS_TYPE, '');
  const names = new Set(rows.map(({ cells }) => foldName(readName(cells[column.index] ?? ''))));
  const findName = (text: string) => ASSIGNED.exec(text)?.[1];
  const readText = (cell: string) => {
    const text = readName(cell);
    const name = findName(text);
    return name !== undefined && names.has(foldName(name)) ? name : text;
  };
  return { ...column, readText, findName };
}

/** Returns a date in one of the formats that Snipe-IT offers as year, month and day, or with a full year. */
function readDate(text: string): string {
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) return toDate(text, monthFirst[3]!, monthFirst[1]!, monthFirst[2]!);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return toDate(text, dayFirst[3]!, dayFirst[2]!, dayFirst[1]!);
  return text
    .replace(YEAR_FIRST, '$1-$2-$3')
    .replace(
      SHORT_YEAR,
      (_, day: string, year: string) => `${day}${year >= FIRST_OF_1900S ? 19 : 20}${year}`,
    );
}

/** Returns the date with the number of its month; the unchanged text when there is no such month. */
function toDate(text: string, year: string, month: string, day: string): string {
  const number = MONTHS.indexOf(month) + 1;
  return number === 0 ? text : `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}
