/** Above it a number is spelt when it is met: hardly any letter is. */
const SPELT = Array.from({ length: 0x250 }, (_, code) => code.toString(16));

const spelt = (code: number): string => SPELT[code] ?? code.toString(16);

/**
 * A trigram index finds nothing shorter than three letters. These are found by an index of their own, whose words are
 * the letters and the pairs of letters of a text, spelt as numbers.
 */
export const toShortWord = (text: string): string =>
  [...text].map((letter) => spelt(letter.codePointAt(0)!)).join('x');

/** More than there are letters. */
const LETTERS = 2 ** 21;
const LINE_END = 10;

/** Every letter and every pair of letters of a document, each once. */
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
        words.push(spelt(code));
      }
      const pair = (previous + 1) * LETTERS + code;
      if (previous >= 0 && !found.has(pair)) {
        found.add(pair);
        words.push(`${spelt(previous)}x${spelt(code)}`);
      }
    }
    previous = code === LINE_END ? -1 : code;
  }
  return words.join(' ');
}
