import { z } from 'zod';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { idParam } from '../../src/kit/http/paging.ts';
import { finishStocktake } from './finish.ts';
import { stocktakes } from './registers.ts';
import { listOwnHosts } from './resolve.ts';
import { recordScans, undoScan } from './scans.ts';
import { finishAnswer, finishBody, scanAnswer, scanBody, seenAnswer } from './schemas.ts';
import { readSeen } from './seen.ts';
import { type StartInput, startStocktake } from './start.ts';

const access = { can: 'stocktake.run' };
const byId = z.object({ stocktakeid: idParam });
/**
 * Maximum bytes of a request with scans: room for 500 with the longest note. Codes may exceed their limit,
 * because each one is refused separately.
 */
const SCAN_BYTES = 4 * 1024 * 1024;

/** Routes of stocktakes beyond those of their register, such as start, scans and end. */
export function stocktakeRoutes(host: Host): readonly Api[] {
  const resource = host.resource(stocktakes);
  return [
    api('/api/stocktakes')
      .get(
        '/by-asset/:assetid',
        ({ params: { assetid } }) => host.db.read((reader) => readSeen(reader, assetid)),
        routeOptions({
          access,
          summary: 'Get when an asset was last seen, and its stocktakes',
          params: z.object({ assetid: idParam }),
          responseSchema: seenAnswer,
        }),
      )
      .post(
        '',
        ({ call: { context }, body }) =>
          resource.get(startStocktake(host, context, body as unknown as StartInput)),
        routeOptions({
          access,
          summary: 'Start a stocktake of a location and all locations within it',
          body: resource.schemas.create,
          responseSchema: resource.schemas.record,
          status: 201,
        }),
      )
      .post(
        '/:stocktakeid/scans',
        ({ call: { context, req }, params, body }) =>
          recordScans(host, context, params.stocktakeid, body.scans, listOwnHosts(host, req.headers)),
        routeOptions({
          access,
          summary: 'Add scans to a stocktake; repeated scans change nothing',
          params: byId,
          body: scanBody,
          maxbody: SCAN_BYTES,
          responseSchema: scanAnswer.array(),
        }),
      )
      .delete(
        '/:stocktakeid/scans/:clientid',
        ({ call: { context }, params }) => {
          undoScan(host, context, params.stocktakeid, params.clientid);
          return { removed: true };
        },
        routeOptions({
          access,
          summary: 'Undo a scan',
          params: byId.extend({ clientid: z.uuid() }),
          responseSchema: z.object({ removed: z.boolean() }),
        }),
      )
      .post(
        '/:stocktakeid/finish',
        ({ call: { context }, params, body }) => finishStocktake(host, context, params.stocktakeid, body),
        routeOptions({
          access,
          summary: 'End a stocktake, or only return a preview with `dryrun`',
          params: byId,
          body: finishBody,
          responseSchema: finishAnswer,
        }),
      ),
  ];
}
