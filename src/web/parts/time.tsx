import { dayOf } from '../../kit/clock.ts';
import { formatDay, formatTimeOfDay } from '../../kit/date-format.ts';
import { readDateFormat, readTimeFormat } from './date-format.ts';

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/**
 * Formats a time as `3 hours ago`, `yesterday` or `in 2 days`, in whole units; below a minute, and for an
 * unreadable time, as `now`.
 */
export function relativeTime(instant: string, now = Date.now()): string {
  const seconds = (Date.parse(instant) - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return RELATIVE.format(Math.trunc(seconds / size), unit);
  }
  return RELATIVE.format(0, 'second');
}

/**
 * Formats a time in the local time zone and the format of the plant: `2026-01-31 14:05:09`. An unreadable time
 * stays as it is.
 */
export function absoluteTime(instant: string, hasSeconds = true): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  return `${calendarDate(dayOf(at))} ${formatTimeOfDay(at, readTimeFormat(), hasSeconds)}`;
}

/** Formats a calendar date (`2026-01-31`), also that at the start of a longer text, in the plant's format. */
export const calendarDate = (date: string): string => formatDay(date, readDateFormat());

/** Shows the relative time, and the absolute one on hover; `never` for a missing or unreadable time. */
export function RelativeTime({ at }: { at: string | null | undefined }) {
  if (!at || Number.isNaN(Date.parse(at))) return <span className="mw-muted">never</span>;
  return (
    <time dateTime={at} title={absoluteTime(at)}>
      {relativeTime(at)}
    </time>
  );
}

/** Formats milliseconds as `850 ms`, `12.4 s` or `3 min`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${Math.round(milliseconds / 60_000)} min`;
}
