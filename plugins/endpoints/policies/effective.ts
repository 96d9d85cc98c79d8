import { z } from 'zod';
import type { Reader } from '../../../src/kit/data/reader.ts';
import type { Host } from '../../../src/kit/host.ts';
import { createScopePredicate, type PcFacts } from '../scope.ts';
import { activePolicies } from './queries.ts';

/**
 * Actions that are allowed on a PC, and its check-in interval, which is null for that of the settings.
 * `policyid` is null for the default policy.
 */
export interface Policy {
  policyid: number | null;
  policyname: string;
  allowedactions: readonly string[];
  pollseconds: number | null;
}

/** Public part of a policy: the actions that it allows on a PC. */
export const policyView = z
  .object({ policyid: z.int().nullable(), policyname: z.string(), allowedactions: z.string().array() })
  .meta({ id: 'EffectivePolicy' });

/** Returns a policy for the API. */
export const toPolicyView = ({
  policyid,
  policyname,
  allowedactions,
}: Policy): z.output<typeof policyView> => ({
  policyid,
  policyname,
  allowedactions: [...allowedactions],
});

/** Default policy of a PC without another one. */
export const DEFAULT_POLICY: Policy = {
  policyid: null,
  policyname: 'Standard',
  allowedactions: ['inventory_refresh', 'enforce_run', 'printers_sync', 'message'],
  pollseconds: null,
};

/**
 * Returns a function that selects the policy of a PC. Of the active policies whose scope matches, the one
 * with the highest priority applies, and the oldest of several with that priority. Without a match, the
 * default policy applies.
 */
function readPolicies(reader: Reader): (facts: PcFacts) => Policy {
  const policies = activePolicies.all(reader).map(({ scope, allowedactions, ...policy }) => ({
    matches: createScopePredicate(scope === null ? null : JSON.parse(scope)),
    policy: { ...policy, allowedactions: JSON.parse(allowedactions) as string[] },
  }));
  return (facts) => policies.find(({ matches }) => matches(facts))?.policy ?? DEFAULT_POLICY;
}

/**
 * Returns a function that selects the effective policy of a PC, or `DEFAULT_POLICY`. The policies are cached,
 * because every check-in needs one.
 */
export const createPolicyResolver = (host: Host): ((facts: PcFacts) => Policy) =>
  host.db.remember('endpoints.policies', readPolicies);
