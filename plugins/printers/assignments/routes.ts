import { z } from 'zod';
import { catalogPermissions } from '../../../src/features/catalog/index.ts';
import { asPc, authorizeCallingPc } from '../../../src/features/collector/index.ts';
import { foreignPermission } from '../../../src/kit/contributions.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import type { WriteContext } from '../../../src/kit/data/tx.ts';
import { notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { idParam } from '../../../src/kit/http/paging.ts';
import { instantSchema } from '../../../src/kit/resource/validate.ts';
import { readStaleness } from '../../../src/kit/staleness.ts';
import { MAX_QUEUES } from '../observed/collector.ts';
import { listObservedQueues } from '../observed/view.ts';
import { assetById } from '../queries.ts';
import { readAgentPrinters } from './agent-set.ts';
import { printersAmong } from './queries.ts';
import { reconcilePrinters } from './reconcile.ts';
import { adoptObservedQueues } from './seed.ts';
import { listEffectivePrinters, listOwnPrinters, listPrinterUsers } from './view.ts';

const MAX_ASSIGNED = 100;
const MAX_USERS = 20_000;
/** Permissions to undo another user's change of assigned printers. Any signed-in user may assign printers. */
const UNDO_PERMISSIONS = [foreignPermission(catalogPermissions, 'assets.edit'), 'printers.edit'];

const through = z.object({ assetid: z.int(), assetnumber: z.string(), name: z.string().nullable() });
const assigned = z
  .object({
    printerid: z.int(),
    assetid: z.int(),
    assetnumber: z.string(),
    name: z.string().nullable(),
    hostname: z.string().nullable(),
    windowsname: z.string().nullable(),
    sharename: z.string().nullable(),
    isactive: z.boolean(),
    isdefault: z.boolean(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'AssignedPrinter' });
const effective = assigned.extend({ inheritedvia: through.nullable() });
const match = z.object({
  printerid: z.int(),
  assetid: z.int(),
  assetnumber: z.string(),
  windowsname: z.string().nullable(),
  hostname: z.string().nullable(),
  by: z.string(),
});
const queue = z
  .object({
    observedqueueid: z.int(),
    assetid: z.int(),
    name: z.string(),
    portname: z.string().nullable(),
    ipaddress: z.string().nullable().optional(),
    drivername: z.string().nullable(),
    isdefault: z.boolean(),
    isvirtual: z.boolean(),
    printerid: z.int().nullable(),
    printer: match.nullable(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'ObservedQueue' });
const user = z.object({
  assetid: z.int(),
  assetnumber: z.string(),
  name: z.string().nullable(),
  assettype: z.string(),
  isdefault: z.boolean(),
  inheritedvia: through.nullable(),
});
const wanted = z.object({
  printerids: z.array(z.int().positive()).max(MAX_ASSIGNED),
  defaultprinterid: z.int().positive().nullable().default(null),
  ifmodifieddate: instantSchema.optional(),
});
const toBe = z.object({
  printerid: z.int(),
  windowsname: z.string(),
  address: z.string().nullable(),
  sharepath: z.string().nullable(),
  drivername: z.string().nullable(),
  isdefault: z.boolean(),
});
export type ObservedQueueRecord = z.output<typeof queue>;
export type EffectivePrinter = z.output<typeof effective>;
export type PrinterUser = z.output<typeof user>;

const withUndoPermissions = (context: WriteContext): WriteContext => ({
  ...context,
  needs: UNDO_PERMISSIONS,
});

/** Reads data of an asset. Throws 404 when it is unknown. */
const readOfAsset = <T>(host: Host, assetid: number, read: (reader: Reader, assetid: number) => T): T =>
  host.db.read((reader) => {
    if (!assetById.get(reader, { assetid })) throw notFound('Asset');
    return read(reader, assetid);
  });

/** Routes for assigned printers, and for the queues that PCs report. */
export function assignmentRoutes(host: Host): Api {
  const byAsset = z.object({ id: idParam });
  return api('/api/printers')
    .get(
      '/assignments/for-asset/:id',
      ({ params }) => readOfAsset(host, params.id, listOwnPrinters),
      routeOptions({
        access: 'login',
        summary: 'List the printers assigned to an asset, without inherited ones',
        params: byAsset,
        responseSchema: assigned.array().max(MAX_ASSIGNED),
      }),
    )
    .put(
      '/assignments/for-asset/:id',
      ({ call, params, body: { ifmodifieddate, ...body } }) => {
        reconcilePrinters(
          host,
          withUndoPermissions(call.context),
          params.id,
          body,
          readStaleness(call.req, ifmodifieddate),
        );
        return readOfAsset(host, params.id, listOwnPrinters);
      },
      routeOptions({
        access: 'login',
        summary: 'Set the printers assigned to an asset, all of them or none',
        params: byAsset,
        body: wanted,
        responseSchema: assigned.array(),
      }),
    )
    .get(
      '/assignments/effective/:id',
      ({ params }) => readOfAsset(host, params.id, listEffectivePrinters),
      routeOptions({
        access: 'login',
        summary: 'List the effective printers of an asset: its own, or those of the machine that it controls',
        params: byAsset,
        responseSchema: effective.array().max(MAX_ASSIGNED),
      }),
    )
    .post(
      '/assignments/seed-from-observed',
      ({ call: { context }, body: { assetid } }) => {
        const refused = adoptObservedQueues(host, withUndoPermissions(context), assetid);
        return { assetid, assignments: readOfAsset(host, assetid, listOwnPrinters), refused };
      },
      routeOptions({
        access: 'login',
        summary: 'Assign the reported printer queues of a PC to it',
        body: z.object({ assetid: z.int().positive() }),
        responseSchema: z.object({
          assetid: z.int(),
          assignments: assigned.array(),
          refused: z.object({ name: z.string(), reason: z.string() }).array(),
        }),
      }),
    )
    .get(
      '/observed/:id',
      ({ params }) => readOfAsset(host, params.id, listObservedQueues),
      routeOptions({
        access: 'login',
        summary: 'List the reported printer queues of a PC, each with the matching printer',
        params: byAsset,
        responseSchema: queue.array().max(MAX_QUEUES),
      }),
    )
    .get(
      '/:printerid/users',
      ({ params }) => usersNow(host, params.printerid),
      routeOptions({
        access: 'login',
        summary: 'List the assets that use a printer, each with the source',
        params: z.object({ printerid: idParam }),
        responseSchema: user.array().max(MAX_USERS),
      }),
    )
    .get(
      '/assignments/mine',
      ({ call: { actor }, query }) =>
        host.db.read((reader) => {
          return readAgentPrinters(
            reader,
            authorizeCallingPc(host, reader, { actor, hostnames: [query.hostname] }),
          );
        }),
      routeOptions({
        access: asPc(host),
        summary: 'List the printers of the calling PC',
        query: z.object({
          hostname: z
            .string()
            .min(1)
            .max(255)
            .optional()
            .meta({ description: 'The host name of the PC, if it has no credential of its own.' }),
        }),
        responseSchema: z.object({ assetid: z.int(), printers: toBe.array() }),
      }),
    );
}

/** Returns the assets that use a printer, at most `MAX_USERS`. Throws 404 for an unknown printer. */
const usersNow = (host: Host, printerid: number) =>
  host.db.read((reader) => {
    if (printersAmong.all(reader, { ids: JSON.stringify([printerid]) }).length === 0)
      throw notFound('Printer');
    return listPrinterUsers(reader, printerid).slice(0, MAX_USERS);
  });
