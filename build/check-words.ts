import { readSources } from './source-files.ts';
import { findWordHits, type WordHit, type WordKind } from './words/find-hits.ts';

/** Places of each kind that are not plain yet. These numbers may only go down. */
const LIMITS: Record<WordKind, number> = { comment: 0, text: 0, title: 0, type: 0, function: 0 };
const MAX_LISTED = 20;
/** Files that quote what the check looks for. */
const EXAMPLES = /^(?:build\/words\/|test\/checks\/words\.test\.ts$)/;

/**
 * Returns the first places of each kind that has more than its limit, one line each. Empty when all is well.
 */
export function findPlainWordBreaches(
  hits: readonly WordHit[] = findAllHits(),
  limits: Readonly<Record<WordKind, number>> = LIMITS,
): string[] {
  return (Object.keys(limits) as WordKind[]).flatMap((kind) => {
    const found = hits.filter((hit) => hit.kind === kind);
    const limit = limits[kind];
    if (found.length <= limit) return [];
    const lines = found
      .slice(0, MAX_LISTED)
      .map(({ path, line, text, advice }) => `${path}:${line} ${kind} "${text.slice(0, 120)}": ${advice}`);
    return [`${found.length} of kind ${kind}, at most ${limit} are allowed:`, ...lines];
  });
}

const findAllHits = (): WordHit[] =>
  readSources('{src,plugins,test,build}/**/*.{ts,tsx,mjs}')
    .filter(({ path }) => !EXAMPLES.test(path))
    .flatMap(findWordHits);

if (import.meta.main) {
  const hits = findAllHits();
  for (const { path, line, kind, text, advice } of hits)
    process.stdout.write(`${path}:${line} ${kind} "${text.slice(0, 120)}": ${advice}\n`);
}
