import type { Reader } from '../../src/kit/data/reader.ts';
import { factsOfAll, factsOfOne } from './scope-queries.ts';

/** What a scope asks of a PC. */
export interface Facts {
  assetid: number;
  hostname: string | null;
  assettype: string | null;
  computertype: string | null;
  location: string | null;
  businessunit: string | null;
}

const KEYS = ['hostname', 'assettype', 'computertype', 'location', 'businessunit'] as const;

/**
 * Whether a scope means a PC: each key that is known holds one value or several, of which one has to fit in whatever
 * letter case, and all keys have to fit. Other keys are ignored; what is no object means every PC.
 */
export function isInScope(scope: unknown, facts: Facts): boolean {
  if (typeof scope !== 'object' || scope === null || Array.isArray(scope)) return true;
  return KEYS.every((key) => {
    const wanted = (scope as Record<string, unknown>)[key];
    if (wanted === undefined || wanted === null) return true;
    const own = facts[key]?.toLowerCase();
    return [wanted].flat().some((value) => String(value).toLowerCase() === own);
  });
}

/** The active PCs that a scope means. */
export const pcsInScope = (reader: Reader, scope: unknown): Facts[] =>
  factsOfAll.all(reader).filter((facts) => isInScope(scope, facts));

/** What a scope may ask of this PC. */
export const factsOf = (reader: Reader, assetid: number): Facts | undefined =>
  factsOfOne.get(reader, { assetid });
