/** Time as an argument: tests move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** UTC instant with milliseconds, the one form in which instants are stored and served. */
export const instant = (date: Date): string => date.toISOString();

/** The later of `now` and one millisecond past `previous`, so that two writes never share a stamp. */
export function advanceInstant(previous: string | null | undefined, now: string): string {
  if (!previous || previous < now) return now;
  return new Date(Date.parse(previous) + 1).toISOString();
}

const DAY_MS = 86_400_000;

const two = (n: number): string => String(n).padStart(2, '0');

/** The calendar date of an instant where the box stands, which is where the plant is: `2026-01-31`. */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The calendar date so many days later, or earlier when they are negative: `addDays('2026-01-31', 1)`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** An instant with the plant's day: whoever reads or writes has both at hand and asks no clock. */
export class Moment {
  readonly at: string;

  constructor(private readonly date: Date) {
    this.at = instant(date);
  }

  get today(): string {
    return dayOf(this.date);
  }
}

/** The instant that many days ago: what retention jobs compare with. */
export const getInstantDaysAgo = (clock: Clock, days: number): string =>
  instant(new Date(clock.now().getTime() - days * DAY_MS));
