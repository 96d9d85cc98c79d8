import { z } from 'zod';
import { invalid } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { VIEW_PERMISSIONS } from '../actions.ts';
import { createPolicyResolver, type Policy, policyView, toPolicyView } from '../policies/effective.ts';
import { listPcsInScope, type PcFacts } from '../scope.ts';

const MAX_NAMED = 100;

const matchedPcs = z
  .object({
    count: z.int(),
    pcs: z
      .object({ assetid: z.int(), hostname: z.string().nullable() })
      .array()
      .meta({ description: `The first ${MAX_NAMED} by host name.` }),
    policies: policyView
      .extend({ count: z.int() })
      .meta({ id: 'PolicyInScope' })
      .array()
      .meta({ description: 'Effective policies of these PCs, each with the number of PCs.' }),
  })
  .meta({ id: 'PcsInScope' });

function readScope(text: string | undefined): unknown {
  if (text === undefined) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('scope', 'Send the scope as JSON, such as {"location":"Hall 3"}.');
  }
}

/**
 * Counts the PCs that a scope matches now. Returns the first of them by host name, and the policies of all.
 * The UI shows them before a user saves a policy or queues commands.
 */
function listMatchedPcs(host: Host, scope: unknown): z.output<typeof matchedPcs> {
  const pcs = host.db.read((reader) => listPcsInScope(reader, scope));
  const byName = pcs
    .map(({ assetid, hostname }) => ({ assetid, hostname }))
    .sort((a, b) => (a.hostname ?? '').localeCompare(b.hostname ?? '') || a.assetid - b.assetid);
  return { count: pcs.length, pcs: byName.slice(0, MAX_NAMED), policies: policiesOf(host, pcs) };
}

function policiesOf(host: Host, pcs: readonly PcFacts[]) {
  const policyOf = createPolicyResolver(host);
  const counts = new Map<Policy, number>();
  for (const facts of pcs) {
    const policy = policyOf(facts);
    counts.set(policy, (counts.get(policy) ?? 0) + 1);
  }
  return [...counts].map(([policy, count]) => ({ ...toPolicyView(policy), count }));
}

/** The route that lists the PCs of a scope. */
export const scopeRoutes = (host: Host): Api =>
  api('/api/endpoints/scope').get(
    '',
    ({ query }) => listMatchedPcs(host, readScope(query.scope)),
    routeOptions({
      access: { can: VIEW_PERMISSIONS },
      summary: 'PCs that match a scope',
      query: z.object({
        scope: z.string().max(16_000).optional().meta({
          description:
            'JSON: hostname, assettype, computertype, location, businessunit. Without a scope, all PCs match.',
        }),
      }),
      responseSchema: matchedPcs,
    }),
  );
