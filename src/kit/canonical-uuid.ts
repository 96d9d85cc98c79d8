/**
 * Returns a UUID in lower case with dashes, however it is written: with braces, as a URN, or without dashes.
 * Returns other texts trimmed and in lower case.
 */
export function canonicalizeUuid(text: string): string {
  const lower = text.trim().toLowerCase();
  const digits = lower.replace(/^urn:uuid:/, '').replace(/[{}\s-]/g, '');
  if (!/^[\da-f]{32}$/.test(digits)) return lower;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
