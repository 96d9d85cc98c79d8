const ASCII = /^[\0-\x7f]*$/;
/** The parts of a name between dotless i, because upper-casing would convert a dotless i to a plain one. */
const WITHOUT_DOTLESS_I = /[^ı]+/g;

/**
 * Reports whether a text has no characters beyond ASCII. SQLite itself compares such texts in any letter
 * case.
 */
export const isAscii = (text: string): boolean => ASCII.test(text);

/**
 * Returns the form in which names are compared: composed (NFC), with the full case folding of Unicode.
 * `Straße` and `STRASSE` are one name, and so are a final and a medial sigma. `İ` folds to `i` with a dot
 * above, and `ı` to itself.
 */
export function foldName(name: string): string {
  if (isAscii(name)) return name.toLowerCase();
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(WITHOUT_DOTLESS_I, (letters) => letters.toUpperCase())
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}

/** Returns the first name that repeats an earlier one in any letter case; undefined without one. */
export function findRepeatedName(names: readonly string[]): string | undefined {
  const folded = names.map(foldName);
  return names.find((_, index) => folded.indexOf(folded[index]!) !== index);
}
