import { cleanText } from './clean-text.ts';

/**
 * Values that board manufacturers leave in the firmware in place of a serial number, manufacturer or model.
 */
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

/**
 * Reports whether a serial number, manufacturer or model is a placeholder or empty, or repeats one of
 * `0fx.*?` (0000, FFFF-FFFF, ....). Letter case does not matter, nor do blanks and dashes in such a
 * repetition. A value of dashes only is a placeholder too.
 */
export function isPlaceholder(value: string): boolean {
  const folded = value.trim().toLowerCase();
  return PLACEHOLDERS.has(folded) || /^([0fx.*?]?)\1*$/.test(folded.replace(/[\s-]/g, ''));
}

/** Returns the value; undefined for a placeholder. */
export function dropPlaceholder(value: string | undefined): string | undefined {
  return value === undefined || isPlaceholder(value) ? undefined : value;
}

/**
 * Returns a serial number as one clean line that identifies a device; undefined when it is missing or a
 * placeholder.
 */
export const keepDistinctiveSerial = (serialnumber: string | null | undefined): string | undefined =>
  dropPlaceholder(cleanText(serialnumber ?? ''));
