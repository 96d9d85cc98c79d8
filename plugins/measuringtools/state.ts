import { addDays } from '../../src/kit/clock.ts';

/** Number of days before the due date in which the state is `due`. */
export const SOON_DAYS = 30;

export const CALIBRATION_STATES = {
  ok: 'OK',
  due: 'Due soon',
  overdue: 'Overdue',
  unknown: 'Unknown',
} as const;
export type CalibrationState = keyof typeof CALIBRATION_STATES;

/** The due date and the last result of a tool, from which its state follows. */
export interface CalibrationFacts {
  calibrationduedate: string | null;
  lastresult: string | null;
}

/**
 * Returns the calibration state. A tool is overdue from the day after the due date, and immediately after a
 * failure. Without a due date the state is unknown.
 */
export function calibrationStateOf(
  { calibrationduedate: due, lastresult }: CalibrationFacts,
  today: string,
): CalibrationState {
  if (lastresult === 'fail') return 'overdue';
  if (due === null) return 'unknown';
  if (due < today) return 'overdue';
  return due <= addDays(today, SOON_DAYS) ? 'due' : 'ok';
}

/**
 * Returns the warning about the calibration of a tool: failed, overdue or due soon. Returns undefined in any
 * other state.
 */
export function flagOf(tool: CalibrationFacts, today: string) {
  const word = calibrationStateOf(tool, today);
  if (tool.lastresult === 'fail') return { word, title: 'Calibration failed' };
  if (word === 'overdue') return { word, title: `Calibration overdue since ${tool.calibrationduedate}` };
  if (word === 'due') return { word, title: `Calibration due by ${tool.calibrationduedate}` };
  return undefined;
}

/**
 * Returns the due date of the next calibration: the interval after the last one, or its own date if it
 * failed. Returns null without a calibration, and without an interval if it did not fail.
 */
export function dueDateOf(last: string | null, result: string | null, intervaldays: number | null) {
  if (last === null) return null;
  if (result === 'fail') return last;
  return intervaldays === null ? null : addDays(last, intervaldays);
}
