/**
 * The AIM identifier of a symbology (`]C1`, `]Q1`, `]d2`), which many scanners send before the text of a
 * code.
 */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Fa-f](?=\s*\S)/;
/** The separator of fields in a GS1 code, which no label shows. */
const GROUP_SEPARATOR = '\u001d';

/**
 * Returns the text of a code as its label shows it. Removes AIM identifiers of the scanner such as `]C1`,
 * also repeated ones, GS characters, and blanks or line ends around it. A prefix without text after it stays.
 */
export function readScan(text: string): string {
  let code = text.replaceAll(GROUP_SEPARATOR, '').trim();
  while (SYMBOLOGY.test(code)) code = code.replace(SYMBOLOGY, '').trim();
  return code;
}
