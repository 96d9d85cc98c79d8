/** How often a report goes out. */
export const SCHEDULE_INTERVALS = { weekly: 'Every week', monthly: 'Every month' } as const;
export type ScheduleInterval = keyof typeof SCHEDULE_INTERVALS;

export interface ScheduleTime {
  every: ScheduleInterval;
  /** 1 is Monday, or the first of the month. */
  day: number;
  /** 0 to 23, in the time of the box. */
  hour: number;
}

/** The first moment after this one. A month that has no such day is met on its last one. */
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
