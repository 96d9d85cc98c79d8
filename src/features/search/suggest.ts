import type { Actor } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { fold, isUnsearchable, phrase } from '../../kit/search/condition.ts';
import { kindNumberOf } from '../../kit/search/document-id.ts';
import { MAX_MATCHED_DOCS, matchingDocs, recordsWithTrigram } from './queries.ts';
import { listVisibleKinds } from './search.ts';

const MAX_DISTANCE = 2;

/**
 * Returns a spelling for a search without hits. It is the nearest title or search text, or word in one, at
 * most two edits away, among the records that the caller may find. It comes from at most `MAX_MATCHED_DOCS`
 * records that share rare trigrams with the query. Returns null when there is none, or for fewer than three
 * characters.
 */
export function suggest(host: Host, actor: Actor, query: string): string | null {
  const needle = fold(query.trim()).slice(0, 64);
  if ([...needle].length < 3 || isUnsearchable(needle)) return null;
  let best: { text: string; distance: number } | undefined;
  for (const text of candidates(host, listVisibleKinds(host, actor), needle)) {
    const distance = editDistance(needle, fold(text), best?.distance ?? MAX_DISTANCE + 1);
    if (distance > 0 && distance < (best?.distance ?? MAX_DISTANCE + 1)) best = { text, distance };
  }
  return best?.text ?? null;
}

/**
 * Returns words of the records that share the rarest trigrams of the query, because a misspelled word still
 * contains some of them.
 */
function candidates(host: Host, kinds: readonly number[], needle: string): string[] {
  const rows = host.db.read((reader) =>
    matchingDocs.all(reader, {
      expression: rareTrigrams(reader, needle).map(phrase).join(' OR ') || '""',
    }),
  );
  const seen = rows.filter(({ docid }) => kinds.includes(kindNumberOf(docid)));
  const words = seen.flatMap((row) =>
    [row.title, row.body.split('\n')].flat().flatMap((line) => [line, ...line.split(/\s+/)]),
  );
  return [...new Set(words)].filter((word) => Math.abs(word.length - needle.length) <= MAX_DISTANCE);
}

function rareTrigrams(reader: Reader, needle: string): string[] {
  const all = new Set(Array.from({ length: needle.length - 2 }, (_, i) => needle.slice(i, i + 3)));
  const counted = [...all]
    .map((term) => ({
      term,
      n: recordsWithTrigram.get(reader, { term })?.doc ?? 0,
    }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => a.n - b.n);
  const rare: string[] = [];
  let records = 0;
  for (const { term, n } of counted) {
    if (rare.length > 0 && records + n > MAX_MATCHED_DOCS) break;
    rare.push(term);
    records += n;
  }
  return rare;
}

/**
 * Returns the number of edits between two words, where a swap of neighboring letters counts as one. Returns
 * `limit` or more when there are at least so many.
 */
export function editDistance(a: string, b: string, limit: number): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  let beforePrevious: number[] = [];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j]!, beforePrevious[j - 2]! + 1);
    }
    if (Math.min(...row) >= limit) return limit;
    beforePrevious = previous;
    previous = row;
  }
  return previous[b.length]!;
}
