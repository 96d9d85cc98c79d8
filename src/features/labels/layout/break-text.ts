/** A part of a text that stays on one line, with its width for letters of height 1. */
interface Token {
  text: string;
  width: number;
}

/** Steps of the search for lines of equal length. */
const BALANCE_STEPS = 8;

/**
 * Breaks a text into at most `most` lines of this width, and makes them equally long. Breaks after blanks and
 * hyphens, and within a word only when the word alone is wider than `longestWord`. The last line contains the
 * rest of the text, and may be too wide.
 */
export function breakText(
  text: string,
  limits: { width: number; longestWord: number; most: number },
  measure: (text: string) => number,
): string[] {
  const { width, longestWord, most } = limits;
  const tokens = splitWords(text).flatMap((word) => {
    const token = { text: word, width: measure(word.trimEnd()) };
    if (token.width <= longestWord) return [token];
    return [...word].map((letter) => ({ text: letter, width: measure(letter) }));
  });
  const blank = measure(' ');
  const total = tokens.reduce((sum, token) => sum + token.width, 0);
  const lines = fillLines(tokens, width, blank);
  if (lines.length > most) return [...lines.slice(0, most - 1), lines.slice(most - 1).join('')].map(trim);
  let [balanced, narrow, wide] = [lines, total / lines.length, width];
  for (let step = 0; step < BALANCE_STEPS; step++) {
    const middle = (narrow + wide) / 2;
    const next = fillLines(tokens, middle, blank);
    if (next.length > lines.length) narrow = middle;
    else [balanced, wide] = [next, middle];
  }
  return balanced.map(trim);
}

const trim = (line: string): string => line.trim();

/** Splits a text after blanks and hyphens. Each part ends with its blanks or hyphens. */
const splitWords = (text: string): string[] => text.match(/[^\s-]*[\s-]+|[^\s-]+/g) ?? [text];

/** Returns the width of the widest word of a text. */
export const measureLongestWord = (text: string, measure: (text: string) => number): number =>
  Math.max(...splitWords(text).map((word) => measure(word.trimEnd())));

/** Distributes words over lines of this width. A wider word has its own line. */
function fillLines(tokens: readonly Token[], width: number, blank: number): string[] {
  const lines: string[] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const token of tokens) {
    if (used + token.width > width) {
      lines.push('');
      used = 0;
    }
    lines[lines.length - 1] += token.text;
    used += token.width + (/\s$/.test(token.text) ? blank : 0);
  }
  return lines;
}
