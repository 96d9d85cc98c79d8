/**
 * Returns the spellings of a password or passphrase to try, in order: composed (NFC), then as typed if that differs.
 * New hashes and new backups use the composed one; older ones may have been made from the text as it was typed.
 */
export const listPasswordSpellings = (typed: string): string[] => [
  ...new Set([normalizePassword(typed), typed]),
];

/** Returns the one spelling that hashes and backups are made with: keyboards and systems compose letters differently. */
export const normalizePassword = (typed: string): string => typed.normalize('NFC');
