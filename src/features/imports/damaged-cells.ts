import { normalizeText } from '../../kit/clean-text.ts';
import { dropGuard } from '../../kit/http/csv.ts';
import { truncateForError } from './cell-text.ts';
import { RowProblem } from './row-problem.ts';

/**
 * Numbers in scientific notation, to which spreadsheets shorten long ones. The exponent always has a sign and
 * at least two digits.
 */
const SCIENTIFIC_NUMBER = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;
/** Characters that replace a number in a column that is too narrow. */
const TOO_NARROW = /^#{2,}$/;

/** Quick test for characters that every damaged cell contains, so that most cells need no further test. */
const SUSPICIOUS = /[#＃]|E[+-]\d|:5\d\d$/i;

/** An error of a formula in any language: one word in capital letters. */
const ERROR_WORD = /^#[¡¿]?\p{Lu}[\p{Lu}\d_/]*[!?]$/u;
/** A numbered error of a formula, as LibreOffice writes it. */
const NUMBERED_ERROR = /^(?:err|error|erreur|errore|fehler):5\d\d$/i;

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

/** Returns a sentence about a cell whose value a spreadsheet has replaced; undefined for any other cell. */
export function damageOf(cell: string): string | undefined {
  if (!SUSPICIOUS.test(cell)) return undefined;
  const text = dropGuard(normalizeText(cell).trim());
  const quoted = `"${truncateForError(text)}"`;
  if (isFormulaError(text))
    return `${quoted} is a formula error, so a spreadsheet has changed this value. Enter the value itself.`;
  if (TOO_NARROW.test(text))
    return `${quoted} replaces a number in a narrow column, so a spreadsheet has changed this value. Widen the column and save the file again.`;
  if (SCIENTIFIC_NUMBER.test(text))
    return `${quoted} is a shortened number, so a spreadsheet has changed this value. Format the column as text and enter all digits.`;
  return undefined;
}

const isFormulaError = (text: string): boolean =>
  FORMULA_ERRORS.has(text.toUpperCase()) || ERROR_WORD.test(text) || NUMBERED_ERROR.test(text);

/** Throws a `RowProblem` when a spreadsheet has replaced the value of the cell. */
export function refuseDamaged(cell: string): void {
  const damage = damageOf(cell);
  if (damage) throw new RowProblem(damage);
}

/**
 * Returns the integer in a cell such as `100234.0`, to which spreadsheets and scripts add decimals; undefined
 * for any other cell.
 */
export const dropDecimals = (cell: string): string | undefined => /^(\d+)[.,]0+$/.exec(cell)?.[1];
