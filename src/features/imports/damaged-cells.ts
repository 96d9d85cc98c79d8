import { clip } from './cell-text.ts';
import { RowProblem } from './row-problem.ts';

/** Numbers that a spreadsheet has shortened: always with a sign and two digits or more. */
const SHORTENED = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;
/** A number of a column that was too narrow to show it. */
const TOO_NARROW = /^#{2,}$/;

/** The errors of formulas in English, German, French, Spanish, Italian, Polish and Czech spreadsheets. */
const FORMULA_ERRORS = new Set(
  [
    '#N/A #REF! #VALUE! #NAME? #DIV/0! #NULL! #NUM! #SPILL! #CALC! #FIELD! #GETTING_DATA',
    '#NV #BEZUG! #WERT! #ZAHL! #ÜBERLAUF!',
    '#VALEUR! #NOM? #NOMBRE! #NUL! #PROPAGATION!',
    '#N/D #¡REF! #¡VALOR! #¿NOMBRE? #¡DIV/0! #¡NULO! #¡NUM! #VALOR! #NOMBRE? #NULO! #¡DESBORDAMIENTO!',
    '#RIF! #VALORE! #NOME? #NULLO! #ESPANSIONE!',
    '#N/D! #ADR! #ARG! #NAZWA? #LICZBA! #DZIEL/0! #ZERO! #ROZLANIE!',
    '#ODKAZ! #HODNOTA! #NÁZEV? #ČÍSLO! #DĚLENÍ_NULOU! #PŘESAH!',
  ].flatMap((words) => words.split(' ')),
);

/** Throws a RowProblem when a spreadsheet has replaced the value of the cell. */
export function refuseDamaged(cell: string): void {
  if (FORMULA_ERRORS.has(cell.toUpperCase()))
    throw new RowProblem(
      `"${clip(cell)}" is an error of a formula: a spreadsheet has changed this value. Enter the value itself.`,
    );
  if (TOO_NARROW.test(cell))
    throw new RowProblem(
      `"${clip(cell)}" stands for a number in a narrow column: a spreadsheet has changed this value. Widen the column and save the file again.`,
    );
  if (SHORTENED.test(cell))
    throw new RowProblem(
      `"${clip(cell)}" is a shortened number: a spreadsheet has changed this value. Format the column as text and enter all digits.`,
    );
}

/** Returns the whole number of a cell such as `100234.0`, to which spreadsheets and scripts add decimals. */
export const withoutDecimals = (cell: string): string | undefined => /^(\d+)[.,]0+$/.exec(cell)?.[1];
