import { z } from 'zod';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { decideCollision } from './collision-decision.ts';
import { collisionListQuery, listOpenCollisions } from './collision-list.ts';

const party = z.object({
  assetid: z.int(),
  assetnumber: z.string(),
  name: z.string().nullable(),
  serialnumber: z.string().nullable(),
});
const record = z
  .object({
    collisionid: z.int(),
    createddate: z.iso.datetime(),
    reason: z.string().meta({ description: 'Reason in one sentence.' }),
    assets: z.array(party).meta({ description: 'The older record, then the newer one.' }),
  })
  .meta({ id: 'Collision' });
export type Collision = z.output<typeof record>;

/** Creates the routes to list possible duplicates of assets and to decide them. */
export function collisionRoutes(host: Host): readonly Api[] {
  return [
    api('/api/assets/collisions')
      .get(
        '',
        ({ call: { actor }, query }) => listOpenCollisions(host, actor, query),
        routeOptions({
          access: { can: 'assets.view' },
          summary: 'List unresolved possible duplicates',
          query: collisionListQuery,
          responseSchema: record.array(),
          paged: true,
        }),
      )
      .post(
        '/:collisionid/decide',
        ({ call: { context }, params, body }) => decideCollision(host, context, params.collisionid, body),
        routeOptions({
          access: { can: 'assets.edit' },
          summary: 'Resolve a possible duplicate',
          params: z.object({ collisionid: idParam }),
          body: z.object({
            same: z.boolean().meta({
              description: 'true merges the newer record into the older one and deactivates the newer one.',
            }),
            dryrun: z
              .boolean()
              .default(false)
              .meta({ description: 'Returns what a merge would move, and changes nothing.' }),
          }),
          responseSchema: z.object({
            collisionid: z.int(),
            same: z.boolean(),
            dryrun: z.boolean(),
            assetid: z.int().meta({ description: 'The older record.' }),
            moved: z.record(z.string(), z.int()).meta({
              description:
                'Number of moved rows by kind, such as `files`, `addresses` and `credentials`. `credentialsended` and `commandsended` count the revoked credentials and canceled commands of the inactive record.',
            }),
          }),
        }),
      ),
  ];
}
