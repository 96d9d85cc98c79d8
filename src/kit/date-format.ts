/** The ways in which a plant can write a day. They are the patterns of dayjs, for date pickers. */
export const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'D MMM YYYY'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** The ways in which a plant can write a time of day, in hours of the clock. */
export const TIME_FORMATS = ['24', '12'] as const;
export type TimeFormat = (typeof TIME_FORMATS)[number];

/** Returns the format with this name, or the default for any other text. */
export const toDateFormat = (text: string | undefined): DateFormat =>
  DATE_FORMATS.find((format) => format === text) ?? 'YYYY-MM-DD';

/** Returns the format with this name, or the default for any other text. */
export const toTimeFormat = (text: string | undefined): TimeFormat =>
  TIME_FORMATS.find((format) => format === text) ?? '24';

/** The names of months in days. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Reports whether a text has the form of a calendar date, such as `2026-01-31`. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

const padTwo = (n: number): string => String(n).padStart(2, '0');

/** Formats a calendar date such as `2026-01-31`, also that at the start of a longer text. */
export function formatDay(date: string, format: DateFormat): string {
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  const parts: Record<string, string> = {
    YYYY: year,
    MMM: MONTHS[Number(month) - 1] ?? month,
    MM: month,
    DD: day,
    D: String(Number(day)),
  };
  return format.replace(/YYYY|MMM|MM|DD|D/g, (part) => parts[part] ?? part);
}

/** Formats the time of day of a time in the local time zone, such as `14:05:09` or `2:05:09 PM`. */
export function formatTimeOfDay(at: Date, format: TimeFormat, hasSeconds = true): string {
  const hours = at.getHours();
  const rest = `${padTwo(at.getMinutes())}${hasSeconds ? `:${padTwo(at.getSeconds())}` : ''}`;
  if (format === '24') return `${padTwo(hours)}:${rest}`;
  return `${hours % 12 || 12}:${rest} ${hours < 12 ? 'AM' : 'PM'}`;
}
