/** What a calibration can find, as people read it. */
export const RESULTS = { pass: 'Passed', adjusted: 'Adjusted', fail: 'Failed' } as const;
export type CalibrationResult = keyof typeof RESULTS;
