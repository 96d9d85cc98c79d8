/** The days of a warranty; null where it is open. */
export interface WarrantyTerm {
  startdate: string | null;
  enddate: string;
}

const MAX_DIFFERENCE_MS = 3 * 86_400_000;

/**
 * Returns the same day some months later, or the last day of that month if it is shorter. Returns undefined
 * after the year 9999.
 */
export function addMonths(day: string, months: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const total = year * 12 + month - 1 + months;
  const [endyear, endmonth] = [Math.floor(total / 12), (total % 12) + 1];
  if (endyear > 9999) return undefined;
  const last = new Date(Date.UTC(2000, endmonth, 0));
  last.setUTCFullYear(endyear, endmonth, 0);
  const parts = [String(endyear).padStart(4, '0'), endmonth, Math.min(date, last.getUTCDate())];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/**
 * Reports whether two days can be the end of the same term. Some programs do not count the last day. Others,
 * such as Snipe-IT, continue in the next month after the end of a short one: 31 August and 18 months is 3 March.
 */
export const isSameEnd = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= MAX_DIFFERENCE_MS;

const YEARS = /^(\d{1,2})\s*(?:y|yrs?|years?|jahre?|ans?|años?|anni|anno)\.?$/i;
const MONTHS = /^(\d{1,4})\s*(?:m|mos?|mths?|months?|monate?|mois|mes|meses|mesi|mese)\.?$/i;

const ZERO = /^0+(?:[.,]0+)?$/;

/** Returns the number in a cell such as `36 months` or `3 years`. Returns '' for none, as in `0` or `0 months`. */
export function readMonths(cell: string): string {
  const text = cell.trim();
  if (ZERO.test(text)) return '';
  const years = YEARS.exec(text)?.[1];
  const months = years ? Number(years) * 12 : MONTHS.exec(text)?.[1];
  if (months === undefined) return cell;
  return Number(months) === 0 ? '' : String(Number(months));
}
