/**
 * AIM identifiers of symbologies (`]C1`, `]Q1`, `]d2`), which many scanners send before the text of a code. A scanner and
 * the program between it and the appliance may each add one.
 */
const SYMBOLOGIES = /^(?:\][A-Za-z][0-9A-Fa-f]\s*)+(?=\S)/;
/** Separates the fields of a GS1 code; no label shows it. */
const GROUP_SEPARATOR = '\u001d';

/**
 * Returns the text of a code as its label shows it: without the prefixes of the scanner, GS characters, and blanks or line
 * ends around it. A prefix with nothing behind it stays. Typed text passes through.
 */
export const readScan = (text: string): string =>
  text.replaceAll(GROUP_SEPARATOR, '').trim().replace(SYMBOLOGIES, '').trim();
