/** Widths of the letters of font 0 of label printers, in their heights; the wider of two implementations. */
const WIDTHS: readonly (readonly [letters: string, width: number])[] = [
  [' ', 0.28],
  ["!'(),./:;I[\\]`ijlft|{}·", 0.34],
  ['"r', 0.4],
  ['*+<=>?^~$#_', 0.5],
  ['MW@%', 0.84],
  ['mw', 0.78],
  // Printers draw it as long as a dash.
  ['-', 0.82],
  ['ADGHKNOQRUVXY', 0.64],
  ['&', 0.68],
  ['…', 1],
];
const OF_LETTER = new Map(
  WIDTHS.flatMap(([letters, width]) => [...letters].map((letter) => [letter, width] as const)),
);
const OTHER_ASCII = 0.56;
/** Of letters of other alphabets, of which printers bring their own. */
const OTHER = 1;

/** Returns how wide a text is, in heights of its letters, at most. */
export function measureTextWidth(text: string): number {
  let width = 0;
  // An accent needs no width of its own.
  for (const letter of text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))
    width += OF_LETTER.get(letter) ?? (letter <= '~' ? OTHER_ASCII : OTHER);
  return width;
}
