/**
 * A trigram index finds nothing shorter than three letters. These are found by an index of their own, whose words are
 * the letters and the pairs of letters of a text, spelt as numbers.
 */
export const shortWord = (text: string): string =>
  [...text].map((letter) => letter.codePointAt(0)!.toString(16)).join('x');

/** Every letter and every pair of letters of a document, each once. */
export function shortWords(body: string): string {
  const found = new Set<string>();
  for (const line of body.split('\n')) {
    let previous = '';
    for (const letter of line) {
      found.add(letter);
      if (previous) found.add(previous + letter);
      previous = letter;
    }
  }
  return [...found].map(shortWord).join(' ');
}
