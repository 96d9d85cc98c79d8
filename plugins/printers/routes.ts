import { z } from 'zod';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { idParam } from '../../src/kit/http/paging.ts';
import { toVisibleRecord } from '../../src/kit/resource/routes.ts';
import { printers, printertypes } from './registers.ts';
import { addType, readPrinterByAddress, summarizePrinters } from './service.ts';

const counts = z.looseObject({
  total: z.int(),
  network: z.int(),
  local: z.int(),
  color: z.int(),
  mono: z.int(),
  duplex: z.int(),
  lowsupplies: z.int(),
  bytype: z.array(z.looseObject({ count: z.int() })),
});

/** Routes of printers that the register does not provide. */
export function printerRoutes(host: Host): Api {
  const resource = host.resource(printers);
  const types = host.resource(printertypes).schemas;
  const { record } = resource.schemas;
  return api('/api/printers')
    .post(
      '/types',
      ({ call: { context }, body }) => addType(host, context, body),
      routeOptions({
        access: { can: 'printers.create' },
        summary: 'Create a printer type, or reactivate an inactive one with this name',
        body: types.create,
        responseSchema: types.record,
        status: 201,
      }),
    )
    .get(
      '/by-asset/:assetid',
      ({ call: { actor }, params }) =>
        toVisibleRecord(resource, actor, resource.get(params.assetid, 'printers.assetid')),
      routeOptions({
        access: 'optional',
        summary: 'Get the printer of an asset',
        params: z.object({ assetid: idParam }),
        responseSchema: record,
      }),
    )
    .get(
      '/lookup',
      ({ call: { actor }, query }) =>
        toVisibleRecord(resource, actor, readPrinterByAddress(host, actor, query)),
      routeOptions({
        access: 'optional',
        summary: 'Find a printer by IP address, or by full or short host name',
        query: z.object({ ip: z.string().max(64).optional(), fqdn: z.string().max(255).optional() }),
        responseSchema: record,
      }),
    )
    .get(
      '/dashboard/summary',
      () => summarizePrinters(host),
      routeOptions({ access: 'optional', summary: 'Count printers', responseSchema: counts }),
    );
}
