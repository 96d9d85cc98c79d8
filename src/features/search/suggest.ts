import type { Actor } from '../../kit/actor.ts';
import type { Host } from '../../kit/host.ts';
import { findSimilarWords } from '../../kit/search/typos.ts';
import { wordsOf } from '../../kit/search/words.ts';
import { hasHits } from './found-documents.ts';
import { listVisibleKinds } from './search.ts';

const MIN_LETTERS = 3;

/**
 * Returns a spelling for a search without hits: each word of three letters or more that nothing begins with
 * is replaced by an existing one that is one letter away, among the records that the caller may find. Returns
 * null when no word has such a spelling.
 */
export function suggest(host: Host, actor: Actor, query: string): string | null {
  const kinds = listVisibleKinds(host, actor);
  const words = wordsOf(query.slice(0, 64));
  return host.db.read((reader) => {
    const isFound = (word: string, end: string) =>
      hasHits(reader, [{ isExcluded: false, needles: [` ${word}${end}`] }], kinds);
    const spelled = words.map((word) =>
      word.length < MIN_LETTERS || isFound(word, '')
        ? word
        : (findSimilarWords(reader, word).find((similar) => isFound(similar, ' ')) ?? word),
    );
    return spelled.some((word, at) => word !== words[at]) ? spelled.join(' ') : null;
  });
}
