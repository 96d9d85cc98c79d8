import { addDays } from '../../src/kit/clock.ts';
import type { WarrantyCoverage } from './coverage-labels.ts';

/** Days before its end in which a warranty is expiring. */
export const EXPIRING_DAYS = 90;

/** From the first day to the last, both included; without an end it holds for ever. */
export function coverageOf(
  { startdate, enddate }: { startdate: string | null; enddate: string | null },
  today: string,
): WarrantyCoverage {
  if (enddate !== null && enddate < today) return 'expired';
  if (startdate !== null && startdate > today) return 'notstarted';
  if (enddate !== null && enddate <= addDays(today, EXPIRING_DAYS)) return 'expiring';
  return 'covered';
}
