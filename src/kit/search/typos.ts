import type { Reader } from '../data/reader.ts';
import { addTags, type SearchClause, type SearchExpression } from './expression.ts';
import { existingWords, firstWordFrom } from './queries.ts';

/** The characters that a misspelled word may lack or have wrong. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Returns the existing words that are one letter away from a word. */
export type FindSimilarWords = (word: string) => readonly string[];

/**
 * Returns a function that finds each similar word once, for a search of many lists with the same words in one
 * read.
 */
export function createSpelling(reader: Reader): FindSimilarWords {
  const known = new Map<string, readonly string[]>();
  return (word) => {
    const found = known.get(word) ?? findSimilarWords(reader, word);
    known.set(word, found);
    return found;
  };
}

/**
 * Replaces each word that nothing begins with by the existing words that are one letter away: one letter
 * wrong, missing, additional or swapped with its neighbor. `hasHits` reports whether the caller may see a
 * record that matches the clause, so that hidden texts have no influence.
 */
export function replaceMisspelledWords(
  reader: Reader,
  expression: SearchExpression,
  hasHits: (clause: SearchClause) => boolean,
  findWords: FindSimilarWords = (word) => findSimilarWords(reader, word),
): SearchExpression {
  let isHopeless = false;
  return expression.map((clause) => {
    // A document must match all clauses, so the others do not matter after one that nothing can match.
    if (isHopeless || clause.word === undefined || hasHits(clause)) return clause;
    const words = findWords(clause.word);
    isHopeless = words.length === 0;
    const needles = words.map((word) => ` ${word} `);
    return isHopeless ? clause : { ...clause, needles: addTags(needles, clause.tags) };
  });
}

/** Returns the words of the index that are one letter away from a word. */
export function findSimilarWords(reader: Reader, word: string): string[] {
  const variants = listVariants(word, countKnownLetters(reader, word));
  return existingWords.all(reader, { words: JSON.stringify(variants) }).map(({ term }) => term);
}

/** Returns the number of letters up to which some word of the index begins like this word. */
function countKnownLetters(reader: Reader, word: string): number {
  let known = 0;
  while (known < word.length) {
    const start = word.slice(0, known + 1);
    if (!firstWordFrom.get(reader, { start })?.term.startsWith(start)) break;
    known++;
  }
  return known;
}

/**
 * Returns the texts that are one letter or digit away from a word, without the word itself: one is missing,
 * added or replaced, or two neighbors are swapped. Nothing changes after the position `most`, counted from 0.
 */
export function listVariants(word: string, most = word.length): string[] {
  const variants = new Set<string>();
  for (let at = 0; at <= most; at++) {
    const [start, rest] = [word.slice(0, at), word.slice(at)];
    variants.add(start + rest.slice(1));
    if (rest.length > 1) variants.add(`${start}${rest[1]}${rest[0]}${rest.slice(2)}`);
    for (const letter of LETTERS) variants.add(start + letter + rest).add(start + letter + rest.slice(1));
  }
  variants.delete(word);
  return [...variants];
}
