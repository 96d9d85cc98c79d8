import type { CalibrationResult } from '../results.ts';

/** The state words by which the results are colored. */
export const RESULT_STATES: Record<CalibrationResult, string> = {
  pass: 'ok',
  adjusted: 'ok',
  fail: 'failed',
};

export interface CalibrationRow {
  calibrationid: number;
  calibrationdate: string;
  result: CalibrationResult;
  notes: string | null;
  filename: string | null;
  originalname: string | null;
  createddate: string;
}
