/**
 * Returns the spellings of a password or passphrase to try, in order: composed (NFC), then as typed if that
 * differs. New hashes and new backups use the composed one. Older ones may be based on the typed text.
 */
export const listPasswordSpellings = (typed: string): string[] => [
  ...new Set([normalizePassword(typed), typed]),
];

/**
 * Returns the spelling for new hashes and backups, because keyboards and systems compose letters differently.
 */
export const normalizePassword = (typed: string): string => typed.normalize('NFC');
