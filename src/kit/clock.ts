/** Time as an argument: tests move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** UTC instant with milliseconds, the one form in which instants are stored and served. */
export const instant = (date: Date): string => date.toISOString();

/** The later of `now` and one millisecond past `previous`, so that two writes never share a stamp. */
export function instantAfter(previous: string | null | undefined, now: string): string {
  if (!previous || previous < now) return now;
  return new Date(Date.parse(previous) + 1).toISOString();
}

const DAY_MS = 86_400_000;

/** The instant that many days ago: what retention jobs compare with. */
export const daysAgo = (clock: Clock, days: number): string =>
  instant(new Date(clock.now().getTime() - days * DAY_MS));
