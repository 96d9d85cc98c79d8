import { z } from 'zod';
import type { Reader } from '../../../src/kit/data/reader.ts';
import type { Host } from '../../../src/kit/host.ts';
import { createScopePredicate, type PcFacts } from '../scope.ts';
import { activePolicies } from './queries.ts';

/** What may be done on a PC, and how often it checks in. */
export interface Policy {
  policyid: number | null;
  policyname: string;
  allowedactions: readonly string[];
  pollseconds: number | null;
}

/** A policy as far as it says what a PC may be asked to do. */
export const policyView = z
  .object({ policyid: z.int().nullable(), policyname: z.string(), allowedactions: z.string().array() })
  .meta({ id: 'EffectivePolicy' });

export const toPolicyView = ({
  policyid,
  policyname,
  allowedactions,
}: Policy): z.output<typeof policyView> => ({
  policyid,
  policyname,
  allowedactions: [...allowedactions],
});

/** Where no policy says otherwise. */
export const DEFAULT_POLICY: Policy = {
  policyid: null,
  policyname: 'Standard',
  allowedactions: ['inventory_refresh', 'enforce_run', 'printers_sync', 'message'],
  pollseconds: null,
};

/** Of the policies whose scope means the PC the one of the highest priority; the older one of two. */
function readPolicies(reader: Reader): (facts: PcFacts) => Policy {
  const known = activePolicies.all(reader).map(({ scope, allowedactions, ...policy }) => ({
    means: createScopePredicate(scope === null ? null : JSON.parse(scope)),
    policy: { ...policy, allowedactions: JSON.parse(allowedactions) as string[] },
  }));
  return (facts) => known.find(({ means }) => means(facts))?.policy ?? DEFAULT_POLICY;
}

/** Which policy holds for a PC. It is read once for many PCs: every check-in asks. */
export const createPolicyResolver = (host: Host): ((facts: PcFacts) => Policy) =>
  host.db.remember('endpoints.policies', readPolicies);
