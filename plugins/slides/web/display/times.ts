import { dayOf } from '../../../../src/kit/clock.ts';
import { formatDay, formatTimeOfDay } from '../../../../src/kit/date-format.ts';
import { readDateFormat, readTimeFormat } from '../../../../src/web/parts/date-format.ts';

/**
 * Returns the regional variant of the language on this device, because English has several orders of day and
 * month.
 */
const localeOf = (language: string): string =>
  navigator.languages.find((one) => one.startsWith(language)) ?? language;

/** Returns the time of an instant in the format of the plant, with the day if that is not today. */
export function timeText(at: number, now: number, language: string): string {
  const when = new Date(at);
  const time = formatTimeOfDay(when, readTimeFormat(), false);
  if (dayOf(when) === dayOf(new Date(now))) return time;
  const weekday = when.toLocaleDateString(language, { weekday: 'short' });
  return `${weekday} ${formatDay(dayOf(when), readDateFormat())} ${time}`;
}

/** Returns the weekday and date of a time in milliseconds, in the language of the display. */
export const dayText = (now: number, language: string): string =>
  new Date(now).toLocaleDateString(localeOf(language), { weekday: 'long', day: 'numeric', month: 'long' });
