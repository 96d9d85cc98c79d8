import type { CalibrationResult } from '../results.ts';

/** The state words that have the colours. */
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
