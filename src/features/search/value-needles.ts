import type { Reader } from '../../kit/data/reader.ts';
import { toValueWord } from '../../kit/search/document-words.ts';
import { addTags } from '../../kit/search/expression.ts';
import { addTag } from '../../kit/search/field-tags.ts';
import { wordsBetween } from '../../kit/search/queries.ts';
import { joinWords, wordsOf } from '../../kit/search/words.ts';

/** The maximum number of words of the index that are compared for each field. */
const MAX_WORDS = 40;

/**
 * Yields needles that find the values of fields with these tags: first of all values that begin with the text,
 * then of words within values. The index lists them, so a rare value is found among many records.
 */
export function* listValueNeedles(reader: Reader, tags: readonly string[], text: string): Generator<string> {
  const words = wordsOf(text);
  for (const tag of tags) for (const word of findWords(reader, toValueWord(words, tag))) yield ` ${word} `;
  for (const tag of tags)
    for (const typed of words.length === 0 ? [''] : listSpellings(text))
      yield* findPhrases(reader, typed.split(' '), tag);
}

/** Yields phrases of a text whose last word is completed. */
function* findPhrases(reader: Reader, words: readonly string[], tag: string): Generator<string> {
  const head = words.slice(0, -1).map((word) => ` ${addTag(word, tag)}`);
  for (const last of findWords(reader, tag + words.at(-1)!)) yield `${head.join('')} ${last} `;
}

/** Returns the words of the index that begin with a text. */
const findWords = (reader: Reader, start: string): string[] =>
  wordsBetween.all(reader, { start, end: `${start}\u{10FFFF}`, limit: MAX_WORDS }).map(({ term }) => term);

/** Returns the needles of values with a word that begins with the text. Without a word in it, those of any value. */
export const listStartNeedles = (tags: readonly string[], text: string): string[] => {
  const typed = listSpellings(text);
  return typed.length === 0
    ? tags.map((tag) => ` ${tag}`)
    : addTags(
        typed.map((one) => ` ${one}`),
        tags,
      );
};

/** Returns the words of a text, and the text as one word. */
export function listSpellings(text: string): string[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const joined = words.length > 1 ? joinWords(words) : undefined;
  return [words.join(' '), ...(joined === undefined ? [] : [joined])];
}
