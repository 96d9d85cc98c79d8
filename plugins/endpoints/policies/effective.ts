import type { Reader } from '../../../src/kit/data/reader.ts';
import { type Facts, isInScope } from '../scope.ts';
import { activePolicies } from './queries.ts';

/** What may be done on a PC, and how often it checks in. */
export interface Policy {
  policyid: number | null;
  policyname: string;
  allowedactions: readonly string[];
  pollseconds: number | null;
}

/** Where no policy says otherwise. */
export const STANDING: Policy = {
  policyid: null,
  policyname: 'Standard',
  allowedactions: ['inventory_refresh', 'enforce_run', 'printers_sync', 'message'],
  pollseconds: null,
};

/** Of the policies whose scope means the PC the one of the highest priority; the older one of two. */
export function effectivePolicy(reader: Reader, facts: Facts): Policy {
  for (const { scope, allowedactions, ...policy } of activePolicies.iterate(reader))
    if (isInScope(scope === null ? null : JSON.parse(scope), facts))
      return { ...policy, allowedactions: JSON.parse(allowedactions) };
  return STANDING;
}
