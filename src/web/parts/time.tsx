const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const ABSOLUTE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/**
 * Formats a time as `3 hours ago`, `yesterday` or `in 2 days`, in whole units and the language of the browser;
 * below a minute, and for an unreadable time, as `now`.
 */
export function relativeTime(instant: string, now = Date.now()): string {
  const seconds = (Date.parse(instant) - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return RELATIVE.format(Math.trunc(seconds / size), unit);
  }
  return RELATIVE.format(0, 'second');
}

/** Formats a time in the local time zone. Throws a RangeError when it is unreadable. */
export function absoluteTime(instant: string): string {
  return ABSOLUTE.format(new Date(instant));
}

/**
 * Formats a calendar date (`2026-01-31`) in the local format, also that at the start of a longer text. Throws
 * a RangeError when it is unreadable.
 */
export function calendarDate(date: string): string {
  return DAY.format(new Date(`${date.slice(0, 10)}T00:00:00Z`));
}

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
