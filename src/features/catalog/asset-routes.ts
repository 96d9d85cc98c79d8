import { z } from 'zod';
import { canSeePersonalData } from '../../kit/actor.ts';
import type { AssetFlag } from '../../kit/contributions.ts';
import type { Host } from '../../kit/host.ts';
import { signInRequiredError } from '../../kit/http/access.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { booleanParam, idParam } from '../../kit/http/paging.ts';
import type { RecordOut } from '../../kit/resource/register.ts';
import { assetAsOfRoute } from './asset-as-of-route.ts';
import { assetRegister } from './asset-register.ts';
import { bulkEditResult, bulkEditSchema, updateAssets } from './bulk.ts';
import { collisionRoutes } from './collision-routes.ts';
import { communicationRoutes } from './communication-routes.ts';
import { historyListQuery, historyRecord, listAssetHistory } from './history.ts';
import { identifierRoute } from './identifier-holders.ts';
import { neighborRoute } from './neighbors.ts';
import { relationshipRoutes } from './relationships.ts';
import { tabCountRoute } from './tab-counts.ts';
import { readTypeData } from './type-data.ts';

const byAsset = z.object({ assetid: idParam });
const withType = {
  include_type_data: booleanParam
    .optional()
    .meta({ description: 'Adds `typedata`, the fields of the asset type.' }),
};
const edit = { can: 'assets.edit' };

const shownFlag = ({ word, title }: AssetFlag) => ({ word, title });

/**
 * Creates the routes for assets of all types: lists, bulk edits, flags, histories, duplicates, addresses and
 * relationships.
 */
export function assetRoutes(host: Host): readonly Api[] {
  const resource = host.resource(assetRegister);
  const { schemas } = resource;
  return [
    api('/api/assets')
      .get(
        '',
        async ({ call: { actor }, query }) => {
          if (query.format === 'csv') return resource.csv(query, actor);
          const page = await resource.page(query, actor);
          if (query.include_type_data) addTypeData(host, page.rows);
          return page;
        },
        routeOptions({
          access: 'optional',
          summary: 'List assets',
          query: schemas.listWith({ add: withType }),
          responseSchema: schemas.record.array(),
          paged: true,
        }),
      )
      .get(
        '/:assetid',
        ({ params, query }) => {
          const record = resource.get(params.assetid);
          if (query.include_type_data ?? true) addTypeData(host, [record]);
          return record;
        },
        routeOptions({
          access: 'optional',
          summary: 'Get one asset',
          params: byAsset,
          query: z.object(withType),
          responseSchema: schemas.record,
        }),
      ),
    api('/api/assets')
      .patch(
        '/bulk',
        ({ call: { context }, body }) => updateAssets(host, context, body),
        routeOptions({
          access: edit,
          summary: 'Change the same fields of many assets',
          body: z.lazy(() => bulkEditSchema(host, resource)),
          responseSchema: bulkEditResult,
        }),
      )
      .get(
        '/:assetid/flags',
        ({ params: { assetid } }) => {
          resource.get(assetid);
          return host.db.read(
            (reader) =>
              host.contributions.assetFlags(host, reader, [assetid]).get(assetid)?.map(shownFlag) ?? [],
          );
        },
        routeOptions({
          access: 'optional',
          summary: 'Flags of an asset, for example an overdue calibration',
          params: byAsset,
          responseSchema: z.array(z.object({ word: z.string(), title: z.string() })).max(100),
        }),
      )
      .get(
        '/:assetid/history',
        ({ call: { actor }, params, query }) => {
          if (!canSeePersonalData(actor)) throw signInRequiredError();
          resource.get(params.assetid);
          return listAssetHistory(host, actor, params.assetid, query);
        },
        routeOptions({
          access: 'optional',
          summary: 'History of an asset: changes with time and user',
          params: byAsset,
          query: historyListQuery,
          responseSchema: historyRecord.array(),
          paged: true,
        }),
      ),
    ...collisionRoutes(host),
    ...communicationRoutes(host),
    ...relationshipRoutes(host),
    neighborRoute(host),
    tabCountRoute(host),
    identifierRoute(host),
    assetAsOfRoute(host),
  ];
}

function addTypeData(host: Host, records: RecordOut[]): void {
  for (const record of records) record.typedata = readTypeData(host, record);
}
