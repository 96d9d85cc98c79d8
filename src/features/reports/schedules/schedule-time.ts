/** Frequency of a schedule. */
export const SCHEDULE_INTERVALS = { weekly: 'Every week', monthly: 'Every month' } as const;
export type ScheduleInterval = keyof typeof SCHEDULE_INTERVALS;

export interface ScheduleTime {
  every: ScheduleInterval;
  /** Day from 1, which is Monday or the first of the month. */
  day: number;
  /** Hour from 0 to 23, in the time zone of the server. */
  hour: number;
}

/**
 * Returns the first scheduled time after `now`, in the server's time zone. In a month without that day it is
 * the last day.
 */
export function computeNextRun(now: Date, { every, day, hour }: ScheduleTime): Date {
  for (let ahead = 0; ; ahead++) {
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead, hour);
    if (at > now && isDay(at, every, day)) return at;
  }
}

function isDay(at: Date, every: ScheduleInterval, day: number): boolean {
  if (every === 'weekly') return (at.getDay() || 7) === day;
  const last = new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate();
  return at.getDate() === Math.min(day, last);
}
