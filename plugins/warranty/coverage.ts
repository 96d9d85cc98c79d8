import { addDays } from '../../src/kit/clock.ts';
import type { WarrantyCoverage } from './coverage-labels.ts';

/** Number of days before the end in which a warranty counts as expiring. */
export const EXPIRING_DAYS = 90;

/**
 * Returns the coverage on a day. The first and the last day are included. A warranty without an end does not
 * expire.
 */
export function coverageOf(
  { startdate, enddate }: { startdate: string | null; enddate: string | null },
  today: string,
): WarrantyCoverage {
  if (enddate !== null && enddate < today) return 'expired';
  if (startdate !== null && startdate > today) return 'notstarted';
  if (enddate !== null && enddate <= addDays(today, EXPIRING_DAYS)) return 'expiring';
  return 'covered';
}
