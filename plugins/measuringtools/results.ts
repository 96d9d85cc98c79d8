/** The results of a calibration with their labels. */
export const RESULTS = { pass: 'Passed', adjusted: 'Adjusted', fail: 'Failed' } as const;
export type CalibrationResult = keyof typeof RESULTS;
