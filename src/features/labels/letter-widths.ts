/**
 * Widths of the letters of font 0 of label printers, relative to their height. Each is the larger width of
 * two implementations.
 */
const WIDTHS: readonly (readonly [letters: string, width: number])[] = [
  [' ', 0.28],
  ["!'(),./:;I[\\]`ijlft|{}·", 0.34],
  ['"r', 0.4],
  ['*+<=>?^~$#_', 0.5],
  ['MW@%', 0.84],
  ['mw', 0.78],
  // Printers draw the hyphen as long as a dash.
  ['-', 0.82],
  ['ADGHKNOQRUVXY', 0.64],
  ['&', 0.68],
  ['…', 1],
];
const WIDTHS_BY_LETTER = new Map(
  WIDTHS.flatMap(([letters, width]) => [...letters].map((letter) => [letter, width] as const)),
);
const OTHER_ASCII = 0.56;
/** Width of letters of other alphabets, whose fonts vary between printers. */
const OTHER_WIDTH = 1;

/**
 * Returns the width of a text on label printers, relative to the height of its letters. It is a high
 * estimate, because the fonts of printers differ.
 */
export function measureTextWidth(text: string): number {
  let width = 0;
  // An accent has no width of its own.
  for (const letter of text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))
    width += WIDTHS_BY_LETTER.get(letter) ?? (letter <= '~' ? OTHER_ASCII : OTHER_WIDTH);
  return width;
}
