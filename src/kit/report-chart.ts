/**
 * A bar chart over columns of the report. It has one bar for each value of `by`, the longest first, or one
 * for each month of the dates in `over`. The bars count rows, or sum the column `count`.
 */
export type ReportChart = { by: string; count?: string } | { over: string; count?: string };
