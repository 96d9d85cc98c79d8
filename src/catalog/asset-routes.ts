import { z } from 'zod';
import type { Host } from '../host.ts';
import { flag, idParam, pageOf, pagingOf, pagingQuery } from '../http/paging.ts';
import { type Call, type Route, route } from '../http/route.ts';
import type { RecordOut } from '../resource/register.ts';
import { registerRoutes } from '../resource/routes.ts';
import { assets } from './asset-register.ts';
import { bulkBody, bulkEdit } from './bulk.ts';
import { communicationRoutes } from './communication-routes.ts';
import { assetHistory, historyRecord } from './history.ts';
import { relationshipRoutes } from './relationships.ts';
import { typeData } from './type-data.ts';

const byAsset = z.object({ assetid: idParam });
const withType = {
  include_type_data: flag
    .optional()
    .meta({ description: "Adds `typedata`, what the asset's kind has beyond an asset." }),
};
const edit = { can: 'assets.edit' };

export function assetRoutes(host: Host): Route[] {
  const resource = host.resource(assets);
  const { schemas } = resource;
  const generic = registerRoutes(resource).filter((made) => made.method !== 'GET');
  const listQuery = (schemas.list as z.ZodObject).extend(withType);
  return [
    route(
      'GET',
      '/api/assets',
      {
        access: 'optional',
        summary: 'List assets',
        query: listQuery,
        response: schemas.record.array(),
        paged: true,
      },
      (call) => {
        const answer = resource.list(call as unknown as Call);
        if (call.query.include_type_data && !(answer instanceof Response))
          addTypeData(host, (answer as { rows: RecordOut[] }).rows);
        return answer;
      },
    ),
    route(
      'GET',
      '/api/assets/:assetid',
      {
        access: 'optional',
        summary: 'Get one asset',
        params: byAsset,
        query: z.object(withType),
        response: schemas.record,
      },
      (call) => {
        const record = resource.get(call as unknown as Call, call.params.assetid);
        if (call.query.include_type_data ?? true) addTypeData(host, [record]);
        return record;
      },
    ),
    ...generic,
    route(
      'PATCH',
      '/api/assets/bulk',
      {
        access: edit,
        summary: 'Change the same fields of many assets',
        body: bulkBody(resource),
        response: z.object({ matched: z.int(), changed: z.int() }),
      },
      ({ context, body }) => bulkEdit(host, context, body),
    ),
    route(
      'GET',
      '/api/assets/:assetid/history',
      {
        access: 'optional',
        summary: 'What changed, when and by whom',
        params: byAsset,
        query: z.object(pagingQuery),
        response: historyRecord.array(),
        paged: true,
      },
      (call) => {
        resource.get(call as unknown as Call, call.params.assetid);
        const paging = pagingOf(call.query);
        const { rows, total } = assetHistory(host, call.params.assetid, paging);
        return pageOf(rows, total, paging);
      },
    ),
    ...communicationRoutes(host),
    ...relationshipRoutes(host),
  ];
}

function addTypeData(host: Host, records: RecordOut[]): void {
  for (const record of records) record.typedata = typeData(host, record);
}
