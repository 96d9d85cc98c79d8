/** The labels of calibration results. */
export const RESULTS = { pass: 'Passed', adjusted: 'Adjusted', fail: 'Failed' } as const;
export type CalibrationResult = keyof typeof RESULTS;
