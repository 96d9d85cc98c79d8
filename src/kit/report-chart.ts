/**
 * Bars, named by columns of the report: one for each value of `by`, the longest first, or one for each month of the
 * dates in `over`. They count rows, or sum up the column `count`.
 */
export type ReportChart = { by: string; count?: string } | { over: string; count?: string };
