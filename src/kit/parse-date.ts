import { type DateFormat, isDay, MONTHS } from './date-format.ts';

/**
 * Reads a day as people type it: in the format of the plant, or as `YYYY-MM-DD`. The parts may have one digit
 * and any of the separators `. / -` and blanks. Returns null for other text and for a day that does not exist.
 */
export function parseDay(text: string, format: DateFormat): string | null {
  const isIso = /^\s*\d{4}\D/.test(text);
  const order = isIso ? 'YMD' : [...format.replace(/[^YMD]/g, '').replace(/(.)\1+/g, '$1')].join('');
  const found = /^\s*(\w+)[\s./-]+(\w+)[\s./-]+(\w+)\s*$/.exec(text)?.slice(1);
  if (!found) return null;
  const partOf = (letter: string) => found[order.indexOf(letter)] ?? '';
  const day = `${partOf('Y')}-${readMonth(partOf('M'))}-${partOf('D').padStart(2, '0')}`;
  return isRealDay(day) ? day : null;
}

function readMonth(text: string): string {
  const named = MONTHS.findIndex((month) => text.toLowerCase().startsWith(month.toLowerCase()));
  return named < 0 ? text.padStart(2, '0') : String(named + 1).padStart(2, '0');
}

const isRealDay = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`);
  return isDay(day) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
};

/**
 * Reads a time of day as people type it, such as `14:05`, `14.05` or `2:05 pm`, as hours and minutes. Returns
 * null for other text.
 */
export function parseTimeOfDay(text: string): [hours: number, minutes: number] | null {
  const found = /^\s*(\d{1,2})(?:[:.](\d{2})(?::\d{2})?)?\s*(am|pm)?\s*$/i.exec(text);
  if (!found) return null;
  const [, hour, minute = '0', half] = found;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour);
  const isReal = Number(minute) < 60 && (half ? Number(hour) >= 1 && Number(hour) <= 12 : hours < 24);
  return isReal ? [hours, Number(minute)] : null;
}
