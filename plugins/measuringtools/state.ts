import { addDays } from '../../src/kit/clock.ts';

/** Days before its date in which a calibration is due soon. */
export const SOON_DAYS = 30;

export const CALIBRATION_STATES = {
  ok: 'OK',
  due: 'Due soon',
  overdue: 'Overdue',
  unknown: 'Unknown',
} as const;
export type CalibrationState = keyof typeof CALIBRATION_STATES;

/** What says whether a tool may be used: by when it is to be calibrated, and what was found last. */
export interface CalibrationFacts {
  calibrationduedate: string | null;
  lastresult: string | null;
}

/** Overdue from the day after the due date, and at once when it failed; unknown while there is no due date. */
export function calibrationStateOf(
  { calibrationduedate: due, lastresult }: CalibrationFacts,
  today: string,
): CalibrationState {
  if (lastresult === 'fail') return 'overdue';
  if (due === null) return 'unknown';
  if (due < today) return 'overdue';
  return due <= addDays(today, SOON_DAYS) ? 'due' : 'ok';
}

/** What everybody who meets the tool is to know; undefined for one in order, or of which nothing is known. */
export function flagOf(tool: CalibrationFacts, today: string) {
  const word = calibrationStateOf(tool, today);
  if (tool.lastresult === 'fail') return { word, title: 'Failed its calibration' };
  if (word === 'overdue') return { word, title: `Calibration overdue since ${tool.calibrationduedate}` };
  if (word === 'due') return { word, title: `Calibration due by ${tool.calibrationduedate}` };
  return undefined;
}

/** When the next one is due: its interval after the last, at once when that failed, never without an interval. */
export function dueDateOf(last: string | null, result: string | null, intervaldays: number | null) {
  if (last === null) return null;
  if (result === 'fail') return last;
  return intervaldays === null ? null : addDays(last, intervaldays);
}
