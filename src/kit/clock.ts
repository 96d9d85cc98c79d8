/** The source of the current time. Tests replace it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Returns a UTC instant with milliseconds, the form in which instants are stored and served. */
export const instant = (date: Date): string => date.toISOString();

/**
 * Returns the later of `now` and one millisecond after `previous`, so that two writes of one record never
 * have the same timestamp.
 */
export function advanceInstant(previous: string | null | undefined, now: string): string {
  if (!previous || previous < now) return now;
  return new Date(Date.parse(previous) + 1).toISOString();
}

const DAY_MS = 86_400_000;

const padTwo = (n: number): string => String(n).padStart(2, '0');

/**
 * Returns the calendar date of an instant in the time zone of the server, which is that of the plant:
 * `2026-01-31`.
 */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`;

/**
 * Returns the calendar date that number of days later, or earlier for a negative number:
 * `addDays('2026-01-31', 1)`.
 */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * An instant with the day of the plant. Readers and transactions provide it, so that their callers need no
 * clock.
 */
export class Moment {
  readonly at: string;

  constructor(private readonly date: Date) {
    this.at = instant(date);
  }

  get today(): string {
    return dayOf(this.date);
  }
}

/** Returns the instant that number of days ago, for comparison in retention jobs. */
export const getInstantDaysAgo = (clock: Clock, days: number): string =>
  instant(new Date(clock.now().getTime() - days * DAY_MS));

/** Returns the instant at which a day of the plant begins. */
export const startOfDay = (day: string): string => instant(new Date(`${day}T00:00:00`));
