/** The spellings of common code points. Others are rare and computed when needed. */
const HEX_CODES = Array.from({ length: 0x250 }, (_, code) => code.toString(16));

const toHex = (code: number): string => HEX_CODES[code] ?? code.toString(16);

/**
 * Returns the word of the short-text index for one or two letters. A trigram index finds no text shorter than
 * three letters. The words of this index are the letters and pairs of letters of a text, as hexadecimal code
 * points.
 */
export const toShortWord = (text: string): string =>
  [...text].map((letter) => toHex(letter.codePointAt(0)!)).join('x');

/** More than the number of code points. */
const LETTERS = 2 ** 21;
const LINE_END = 10;

/**
 * Returns every letter and every pair of letters of a document, each once, as words of the short-text index
 * with blanks between them.
 */
export function listShortWords(body: string): string {
  const found = new Set<number>();
  const words: string[] = [];
  let previous = -1;
  for (let at = 0; at < body.length; at++) {
    const code = body.codePointAt(at)!;
    if (code > 0xffff) at++;
    if (code !== LINE_END) {
      if (!found.has(code)) {
        found.add(code);
        words.push(toHex(code));
      }
      const pair = (previous + 1) * LETTERS + code;
      if (previous >= 0 && !found.has(pair)) {
        found.add(pair);
        words.push(`${toHex(previous)}x${toHex(code)}`);
      }
    }
    previous = code === LINE_END ? -1 : code;
  }
  return words.join(' ');
}
