import { desc } from 'drizzle-orm';
import { build, isSet, query } from '../../../src/kit/data/query.ts';
import { endpointpolicies } from '../tables.ts';

/** Active policies, those with the highest priority number first. */
export const activePolicies = query(() =>
  build
    .select({
      policyid: endpointpolicies.policyid,
      policyname: endpointpolicies.policyname,
      scope: endpointpolicies.scope,
      allowedactions: endpointpolicies.allowedactions,
      pollseconds: endpointpolicies.pollseconds,
    })
    .from(endpointpolicies)
    .where(isSet(endpointpolicies.isactive))
    .orderBy(desc(endpointpolicies.priority), endpointpolicies.policyid),
);
