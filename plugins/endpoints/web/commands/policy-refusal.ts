import { type Action, isFreeOfPolicy } from '../../actions.ts';
import type { Status } from '../fleet/pc-queries.ts';
import { formatNames, formatPcCount } from '../labels.ts';

type Policy = Status['policy'];
/** A policy, with the number of selected PCs to which it applies. */
export type PolicyCount = Policy & { count: number };

/** Counts the selected PCs by policy. */
export function policiesOf(chosen: readonly { policy: Policy }[]): PolicyCount[] {
  const found = new Map<number | null, PolicyCount>();
  for (const { policy } of chosen) {
    const { count = 0 } = found.get(policy.policyid) ?? {};
    found.set(policy.policyid, { ...policy, count: count + 1 });
  }
  return [...found.values()];
}

export interface Refusal {
  /** True when the policies refuse the action on all PCs. */
  isOfAll: boolean;
  /** Reason as a sentence. */
  reason: string;
  /** Reason in a few words. */
  summary: string;
}

/**
 * Returns why and for which PCs the policies would reject an action, for a warning before it is sent. Returns
 * null when all PCs accept it, and for an action that policies do not restrict.
 */
export function findPolicyRefusal(policies: readonly PolicyCount[], action: Action): Refusal | null {
  const refusing = policies.filter(({ allowedactions }) => !allowedactions.includes(action));
  if (isFreeOfPolicy(action) || refusing.length === 0) return null;
  const [count, all] = [countOf(refusing), countOf(policies)];
  const names = formatNames(
    refusing.map(({ policyname }) => `“${policyname}”`),
    refusing.length,
    3,
  );
  const who = refusing.length === 1 ? `The policy ${names} does` : `The policies ${names} do`;
  if (count === all)
    return {
      isOfAll: true,
      reason: `${who} not allow this ${all === 1 ? 'here' : `on any of these ${formatPcCount(all)}`}.`,
      summary: `not allowed by ${names}`,
    };
  return {
    isOfAll: false,
    reason: `${who} not allow this on ${count} of ${formatPcCount(all)}: these PCs are skipped.`,
    summary: `not on ${count} of ${formatPcCount(all)}`,
  };
}

const countOf = (policies: readonly PolicyCount[]): number =>
  policies.reduce((sum, { count }) => sum + count, 0);
