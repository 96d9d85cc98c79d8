import type { Reader } from '../../src/kit/data/reader.ts';
import { factsOfAll, factsOfOne } from './scope-queries.ts';

/** Properties of a PC that a scope matches. */
export interface PcFacts {
  assetid: number;
  hostname: string | null;
  assettype: string | null;
  computertype: string | null;
  location: string | null;
  businessunit: string | null;
}

const KEYS = ['hostname', 'assettype', 'computertype', 'location', 'businessunit'] as const;

/** Predicate that reports whether a scope matches a PC. */
export type ScopePredicate = (facts: PcFacts) => boolean;

/**
 * Compiles a scope to a predicate. Each key has one value or several, of which one must match, ignoring case,
 * and all keys must match. A key with an empty list matches no PC. Unknown keys and keys with null are
 * ignored. An empty object matches every PC, and so does anything other than an object, such as a list. A
 * scope may have thousands of values and is applied to thousands of PCs, so it is parsed once.
 */
export function createScopePredicate(scope: unknown): ScopePredicate {
  if (typeof scope !== 'object' || scope === null || Array.isArray(scope)) return () => true;
  const wanted = KEYS.flatMap((key) => {
    const condition = (scope as Record<string, unknown>)[key];
    return condition === undefined || condition === null ? [] : [[key, valuesOf(condition)] as const];
  });
  return (facts) => wanted.every(([key, values]) => values.has(facts[key]?.toLowerCase()));
}

const valuesOf = (condition: unknown): ReadonlySet<string | undefined> =>
  new Set(
    [condition]
      .flat()
      .filter((value) => typeof value !== 'object')
      .map((value) => String(value).toLowerCase()),
  );

/** Yields the active PCs that a scope matches. */
export function* iteratePcsInScope(reader: Reader, scope: unknown): Generator<PcFacts> {
  const matches = createScopePredicate(scope);
  for (const facts of factsOfAll.iterate(reader)) if (matches(facts)) yield facts;
}

/** Returns the active PCs that a scope matches. */
export const listPcsInScope = (reader: Reader, scope: unknown): PcFacts[] => [
  ...iteratePcsInScope(reader, scope),
];

/** Returns the properties of a PC that scopes match, or undefined when it is unknown or inactive. */
export const findPcFacts = (reader: Reader, assetid: number): PcFacts | undefined =>
  factsOfOne.get(reader, { assetid });
