import type { ScheduleInterval } from '../../../features/reports/schedules/schedule-time.ts';

export const INTERVAL_LABELS: Readonly<Record<ScheduleInterval, string>> = {
  weekly: 'Every week',
  monthly: 'Every month',
};
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A schedule in the form of its route. */
export interface ScheduleRow {
  reportscheduleid: number;
  title: string;
  report: string;
  parameters: Record<string, string> | null;
  every: ScheduleInterval;
  day: number;
  hour: number;
  addresses: string[];
  owner: string | null;
  nextrun: string;
  lastrun: string | null;
  lastoutcome: string | null;
  isactive: boolean;
  modifieddate: string;
}

/** Describes the times of a schedule in words. */
export const whenText = ({ every, day, hour }: Pick<ScheduleRow, 'every' | 'day' | 'hour'>): string =>
  `${every === 'weekly' ? `every ${WEEKDAYS[day - 1]}` : `on day ${day} of each month`} at ${String(hour).padStart(2, '0')}:00`;
