import { cleanText } from './clean-text.ts';

/** What board makers leave in the firmware where a serial, maker or model belongs. */
const PLACEHOLDERS = new Set([
  'none',
  'n/a',
  'na',
  'null',
  'unknown',
  'undefined',
  'invalid',
  'empty',
  'oem',
  'o.e.m.',
  'default',
  'default string',
  'not available',
  'not applicable',
  'not specified',
  'not present',
  'not settable',
  'no enclosure',
  'to be filled by o.e.m.',
  'to be filled by o.e.m',
  'to be filled by oem',
  'system serial number',
  'system manufacturer',
  'system product name',
  'chassis serial number',
  'base board serial number',
  'serial number',
  '123456789',
  '1234567890',
  '0123456789',
  '0123456789abcdef',
  '03000200-0400-0500-0006-000700080009',
]);

/** True for placeholder serials, makers and models, and for one character repeated (0000, FFFF-FFFF, ....). */
export function isPlaceholder(value: string): boolean {
  const folded = value.trim().toLowerCase();
  return PLACEHOLDERS.has(folded) || /^([0fx.\-*?])\1*$/.test(folded.replace(/[\s-]/g, '')) || folded === '';
}

/** The value, or undefined where it is a placeholder. */
export function dropPlaceholder(value: string | undefined): string | undefined {
  return value === undefined || isPlaceholder(value) ? undefined : value;
}

/** Returns a serial number as one clean line that identifies a thing; undefined for none, and for a placeholder. */
export const keepDistinctiveSerial = (serialnumber: string | null | undefined): string | undefined =>
  dropPlaceholder(cleanText(serialnumber ?? ''));
