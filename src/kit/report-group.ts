/** The subjects of reports, in their order on the page. */
export const REPORT_GROUPS = ['Assets', 'PCs', 'Papers', 'Stores', 'Administration'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];
