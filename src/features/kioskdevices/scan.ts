import { z } from 'zod';
import type { Reader } from '../../kit/data/reader.ts';

/** Maximum age in milliseconds of a scan that a kiosk sends late because it had no network. */
const LATEST_MS = 7 * 24 * 60 * 60 * 1000;
/**
 * Milliseconds within which the same scan counts once, because a badge that stays before the scanner is read
 * twice.
 */
export const REPEATED_SCAN_MS = 2000;

/** Fields that every scan at a kiosk has. */
export const scanFields = {
  badge: z.string().max(200).meta({ description: 'The raw scan: SSO digits only, or 0, digits, BZ.' }),
  scanid: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,64}$/, 'A scanid must have 8 to 64 letters, digits and hyphens.')
    .optional()
    .meta({ description: 'ID of this scan. A repeated scan with the same ID is booked only once.' }),
  scannedat: z.string().datetime({ offset: true }).optional().meta({
    description: 'Time of a scan that was stored while the network was down; within the last 7 days.',
  }),
};

/**
 * Returns the time of a scan as the kiosk sent it. Returns the current time if the kiosk sent none, or one in
 * the future or over 7 days ago.
 */
export function resolveScanTime(reader: Reader, scanTime: string | undefined): string {
  const now = Date.parse(reader.at);
  const at = scanTime === undefined ? now : Date.parse(scanTime);
  return at > now || now - at > LATEST_MS ? reader.at : new Date(at).toISOString();
}

/** Reports whether a booking is so recent that the same scan counts as a repetition. */
export const isRepeatedScan = (reader: Reader, bookedat: string): boolean =>
  Date.parse(reader.at) - Date.parse(bookedat) <= REPEATED_SCAN_MS;
