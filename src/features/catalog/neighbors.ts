import { z } from 'zod';
import type { Reader } from '../../kit/data/reader.ts';
import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { assetsNamed, relationshipsAround } from './neighbor-queries.ts';
import { existingAsset } from './queries.ts';

/**
 * Maximum number of relationships in the graph: of the asset itself, and of each related asset. A larger
 * graph is unreadable.
 */
const MAX_NEIGHBORS_BY_DEPTH = [60, 6];

const node = z.object({
  assetid: z.int(),
  assetnumber: z.string(),
  name: z.string().nullable(),
  assettype: z.string(),
  icon: z.string().nullable(),
  isactive: z.boolean(),
  hops: z.int().meta({ description: 'Distance from the asset in connections: 0, 1 or 2.' }),
  more: z.int().meta({
    description: 'Number of its connections that are not in this response; 0 for assets two steps away.',
  }),
});
const relationship = z.object({
  relationshipid: z.int(),
  sourceassetid: z.int(),
  targetassetid: z.int(),
  relationshiptype: z.string(),
  isdirectional: z.boolean(),
});
const neighborhood = z
  .object({ nodes: node.array(), ties: relationship.array() })
  .meta({ id: 'Neighbourhood' });
export type Neighborhood = z.output<typeof neighborhood>;

/** Creates the route that returns the graph around an asset. */
export const neighborRoute = (host: Host): Api =>
  api('/api/assets').get(
    '/:assetid/neighbours',
    ({ params: { assetid } }) =>
      host.db.read((reader) => {
        if (!existingAsset.get(reader, { assetid })) throw notFound('Asset');
        return readNeighborhood(reader, assetid);
      }),
    routeOptions({
      access: 'optional',
      summary: 'Connected assets up to two connections away, as a graph',
      params: z.object({ assetid: idParam }),
      responseSchema: neighborhood,
    }),
  );

/**
 * Returns an asset and its relationships up to two steps away, with three statements. Of the asset and of
 * each neighbor it returns the oldest relationships, up to `MAX_NEIGHBORS_BY_DEPTH`; `more` counts the
 * others. Those of assets two steps away are neither read nor counted. The caller checks that the asset
 * exists.
 */
export function readNeighborhood(reader: Reader, assetid: number): Neighborhood {
  const hops = new Map([[assetid, 0]]);
  const totals = new Map<number, number>();
  const ties = new Map<number, z.output<typeof relationship>>();
  for (const [depth, most] of MAX_NEIGHBORS_BY_DEPTH.entries()) {
    const front = [...hops].filter(([, hop]) => hop === depth).map(([id]) => id);
    for (const row of relationshipsAround.all(reader, { ids: JSON.stringify(front), most })) {
      const { fromid, total, ...found } = row;
      totals.set(fromid, total);
      ties.set(found.relationshipid, { ...found, isdirectional: found.isdirectional === 1 });
      const peer = found.sourceassetid === fromid ? found.targetassetid : found.sourceassetid;
      if (!hops.has(peer)) hops.set(peer, depth + 1);
    }
  }
  const countShown = (id: number) =>
    [...ties.values()].filter((one) => one.sourceassetid === id || one.targetassetid === id).length;
  const nodes = assetsNamed.all(reader, { ids: JSON.stringify([...hops.keys()]) }).map((row) => ({
    ...row,
    isactive: row.isactive === 1,
    hops: hops.get(row.assetid)!,
    more: Math.max(0, (totals.get(row.assetid) ?? 0) - countShown(row.assetid)),
  }));
  return { nodes, ties: [...ties.values()] };
}
