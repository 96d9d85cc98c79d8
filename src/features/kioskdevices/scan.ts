import { z } from 'zod';
import type { Reader } from '../../kit/data/reader.ts';

/** A kiosk that had no network sends what was scanned later, but not after a week. */
const LATEST_MS = 7 * 24 * 60 * 60 * 1000;
/** Somebody who holds a badge before the scanner for long scans it twice. */
export const REPEATED_SCAN_MS = 2000;

/** What every scan at a kiosk says beside its own. */
export const scanFields = {
  badge: z.string().max(200).meta({ description: 'As it was scanned: bare SSO digits, or 0, digits, BZ.' }),
  scanid: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,64}$/, 'A scanid is 8 to 64 letters, digits and hyphens.')
    .optional()
    .meta({ description: 'Names this scan: the same one sent again is done once, however late.' }),
  scannedat: z.string().datetime({ offset: true }).optional().meta({
    description: 'When it was scanned, for one that waited for the network: within the last 7 days.',
  }),
};

/** When something was scanned: what the kiosk says where that can be, else now. */
export function resolveScanTime(reader: Reader, told: string | undefined): string {
  const now = Date.parse(reader.at);
  const at = told === undefined ? now : Date.parse(told);
  return at > now || now - at > LATEST_MS ? reader.at : new Date(at).toISOString();
}

/** Whether something was booked so recently that the same scan is one scan. */
export const isRepeatedScan = (reader: Reader, bookedat: string): boolean =>
  Date.parse(reader.at) - Date.parse(bookedat) <= REPEATED_SCAN_MS;
