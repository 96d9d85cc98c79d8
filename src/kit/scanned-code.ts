/** The AIM identifier of a symbology (`]C1`, `]Q1`, `]d2`), which many scanners send before the text of a code. */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Fa-f](?=\s*\S)/;
/** Separates the fields of a GS1 code; no label shows it. */
const GROUP_SEPARATOR = '\u001d';

/**
 * Returns the text of a code as its label shows it: without the prefixes of the scanner and of programs between it and the
 * appliance, GS characters, and blanks or line ends around it. A prefix with nothing behind it stays. Typed text passes
 * through.
 */
export function readScan(text: string): string {
  let code = text.replaceAll(GROUP_SEPARATOR, '').trim();
  while (SYMBOLOGY.test(code)) code = code.replace(SYMBOLOGY, '').trim();
  return code;
}
