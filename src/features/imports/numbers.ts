import { truncateForError } from './cell-text.ts';
import { RowProblem } from './row-problem.ts';

export const DECIMAL_MARKS = ['point', 'comma'] as const;
/** The character before the decimals of a number. */
export type DecimalMark = (typeof DECIMAL_MARKS)[number];
/**
 * The notation of the numbers of a column. `mixed` means that some have a point before the decimals and some
 * a comma.
 */
export type Notation = DecimalMark | 'mixed';

const CHARACTERS = { point: '.', comma: ',' } as const;
/** Codes and abbreviations next to an amount. Signs such as € are matched by their Unicode category. */
const CURRENCIES = 'EUR|USD|GBP|CHF|PLN|CZK|HUF|SEK|NOK|DKK|JPY|CNY|CAD|AUD|Fr\\.?|SFr\\.?|zł|Kč|kr\\.?|Ft';
const CURRENCY_BEFORE = new RegExp(`^(?:\\p{Sc}|${CURRENCIES})\\s*`, 'iu');
const CURRENCY_AFTER = new RegExp(`\\s*(?:\\p{Sc}|${CURRENCIES})$`, 'iu');

/** The value of a number under each notation; undefined where the notation does not allow it. */
type Readings = Partial<Record<DecimalMark, number>>;

/** Reads a number cell under both notations. A reading is missing when the cell is not a number under it. */
export function readingsOf(cell: string): Readings {
  const { sign, digits } = splitSign(cell.replace(/\s+/g, ' ').replace(/[−–]/g, '-').trim());
  const readings: Readings = {};
  for (const mark of DECIMAL_MARKS) {
    const value = valueWith(digits, mark);
    if (value !== undefined) readings[mark] = value === 0 ? 0 : sign * value;
  }
  return readings;
}

/** Removes sign and currency, in any order, and changes "5,-" to "5,0". */
function splitSign(text: string): { sign: 1 | -1; digits: string } {
  const bare = text.replace(CURRENCY_BEFORE, '').replace(CURRENCY_AFTER, '');
  const [, sign, rest = ''] = /^([+-]?)\s?(.*)$/.exec(bare)!;
  const digits = rest.replace(CURRENCY_BEFORE, '');
  return { sign: sign === '-' ? -1 : 1, digits: digits.replace(/([.,])[-—]{1,2}$/, '$10') };
}

function valueWith(text: string, mark: DecimalMark): number | undefined {
  const [whole = '', fraction, ...rest] = text.split(CHARACTERS[mark]);
  if (rest.length > 0 || (fraction !== undefined && !/^\d{1,15}$/.test(fraction))) return undefined;
  const digits = whole === '' && fraction ? '0' : withoutGroups(whole, mark);
  return digits === undefined ? undefined : Number(`${digits}.${fraction ?? '0'}`);
}

/**
 * Returns the digits of an integer; undefined when there are more than 15, or when its groups do not have
 * three digits each.
 */
function withoutGroups(whole: string, mark: DecimalMark): string | undefined {
  const separator = /\D/.exec(whole)?.[0];
  const [first = '', ...groups] = separator === undefined ? [whole] : whole.split(separator);
  const digits = first + groups.join('');
  if (digits.length > 15 || !/^\d+$/.test(first)) return undefined;
  if (separator === undefined) return digits;
  const isSeparator = [mark === 'point' ? ',' : '.', ' ', "'", '’'].includes(separator);
  // Leading zeros, as in 01.250, do not show whether a group follows. Zero itself is never followed by a
  // group.
  const isGrouped = /^0*[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  return isSeparator && isGrouped ? digits : undefined;
}

/**
 * Returns the notation of a column, from the cells that are valid under one notation only; undefined when
 * there are none, `'mixed'` when they contradict each other.
 */
export function notationOf(cells: Iterable<string>): Notation | undefined {
  let found: DecimalMark | undefined;
  for (const cell of cells) {
    const { point, comma } = readingsOf(cell);
    if ((point === undefined) === (comma === undefined)) continue;
    const mark = point === undefined ? 'comma' : 'point';
    if (found && found !== mark) return 'mixed';
    found = mark;
  }
  return found;
}

/**
 * Returns the number in a cell. Throws a `RowProblem` when the cell is not a number in the notation of its
 * column. Without a notation it throws when the cell has two possible values.
 */
export function numberOf(cell: string, notation: Notation | undefined): number {
  const { point, comma } = readingsOf(cell);
  const quoted = `"${truncateForError(cell)}"`;
  if (point === undefined && comma === undefined)
    throw new RowProblem(`${quoted} is not a number. Enter it like 1250.50 or 1250,50.`);
  if (notation === 'point' || notation === 'comma') {
    const value = notation === 'point' ? point : comma;
    if (value !== undefined) return value;
    throw new RowProblem(
      `${quoted} is not a number with a decimal ${notation}. Correct it, or choose another decimal mark.`,
    );
  }
  if (point === undefined || comma === undefined) return (point ?? comma)!;
  if (point === comma) return point;
  const others =
    notation === 'mixed' ? 'the other cells use both marks' : 'no other cell of the column shows which';
  throw new RowProblem(
    `${quoted} can mean ${point} or ${comma}, and ${others}. Choose the decimal mark (point reads ${point}, comma reads ${comma}), or enter the number without separators.`,
  );
}
