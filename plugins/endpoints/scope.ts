import type { Reader } from '../../src/kit/data/reader.ts';
import { factsOfAll, factsOfOne } from './scope-queries.ts';

/** What a scope asks of a PC. */
export interface PcFacts {
  assetid: number;
  hostname: string | null;
  assettype: string | null;
  computertype: string | null;
  location: string | null;
  businessunit: string | null;
}

const KEYS = ['hostname', 'assettype', 'computertype', 'location', 'businessunit'] as const;

/** Whether a PC is meant. */
export type ScopePredicate = (facts: PcFacts) => boolean;

/**
 * Which PCs a scope means: each key that is known holds one value or several, of which one has to fit in whatever letter
 * case, and all keys have to fit. Other keys are ignored; what is no object means every PC. A scope may name thousands
 * of values, and is asked of thousands of PCs: it is read once.
 */
export function createScopePredicate(scope: unknown): ScopePredicate {
  if (typeof scope !== 'object' || scope === null || Array.isArray(scope)) return () => true;
  const wanted = KEYS.flatMap((key) => {
    const given = (scope as Record<string, unknown>)[key];
    return given === undefined || given === null ? [] : [[key, valuesOf(given)] as const];
  });
  return (facts) => wanted.every(([key, values]) => values.has(facts[key]?.toLowerCase()));
}

const valuesOf = (given: unknown): ReadonlySet<string | undefined> =>
  new Set(
    [given]
      .flat()
      .filter((value) => typeof value !== 'object')
      .map((value) => String(value).toLowerCase()),
  );

/** The active PCs that a scope means, one at a time. */
export function* iteratePcsInScope(reader: Reader, scope: unknown): Generator<PcFacts> {
  const means = createScopePredicate(scope);
  for (const facts of factsOfAll.iterate(reader)) if (means(facts)) yield facts;
}

/** All of them at once. */
export const listPcsInScope = (reader: Reader, scope: unknown): PcFacts[] => [
  ...iteratePcsInScope(reader, scope),
];

/** What a scope may ask of this PC. */
export const findPcFacts = (reader: Reader, assetid: number): PcFacts | undefined =>
  factsOfOne.get(reader, { assetid });
