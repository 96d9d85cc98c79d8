import type { Result } from '../results.ts';

/** The state words that have the colours. */
export const MEANING: Record<Result, string> = { pass: 'ok', adjusted: 'ok', fail: 'failed' };

export interface CalibrationRow {
  calibrationid: number;
  calibrationdate: string;
  result: Result;
  notes: string | null;
  filename: string | null;
  originalname: string | null;
  createddate: string;
}
