/** The states of the coverage by a warranty with their labels. */
export const COVERAGES = {
  covered: 'Covered',
  expiring: 'Expiring',
  expired: 'Expired',
  notstarted: 'Not started',
} as const;
export type WarrantyCoverage = keyof typeof COVERAGES;
