import { type DateFormat, formatDay } from '../date-format.ts';
import type { Settings } from './settings.ts';

/** Formats a calendar date such as `2026-01-31` for a mail. */
export type DayFormatter = (day: string) => string;

/** Returns the function that writes days as the plant does. */
export function readDayFormatter(settings: Settings): DayFormatter {
  const format = settings.text('date_format') as DateFormat;
  return (day) => formatDay(day, format);
}
