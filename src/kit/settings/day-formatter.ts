import { formatDay, toDateFormat } from '../date-format.ts';
import type { Settings } from './settings.ts';

/** Formats a calendar date such as `2026-01-31` for a mail. */
export type DayFormatter = (day: string) => string;

/** Returns the function that writes days as the plant does. */
export function readDayFormatter(settings: Settings): DayFormatter {
  const format = toDateFormat(settings.text('date_format'));
  return (day) => formatDay(day, format);
}
