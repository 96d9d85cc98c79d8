/** The labels of coverage states. */
export const COVERAGES = {
  covered: 'Covered',
  expiring: 'Expiring',
  expired: 'Expired',
  notstarted: 'Not started',
} as const;
export type WarrantyCoverage = keyof typeof COVERAGES;
