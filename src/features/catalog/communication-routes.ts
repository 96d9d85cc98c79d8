import { z } from 'zod';
import { canSeePersonalData } from '../../kit/actor.ts';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { instantSchema } from '../../kit/resource/validate.ts';
import { readStaleness } from '../../kit/staleness.ts';
import { communicationById } from './communication-queries.ts';
import {
  addCommunication,
  changeCommunication,
  isPersonalAddress,
  listCommunications,
  refuseUnknownAsset,
  removeCommunication,
  toCommunication,
} from './communications.ts';
import { existingAsset } from './queries.ts';
import { MAX_ASSET_ADDRESSES } from './row-limits.ts';

const body = {
  commtype: z.enum(['ip', 'mac', 'serial']),
  address: z.string().trim().min(1, 'Enter an address.').max(255),
  isprimary: z.boolean().optional(),
  subnetid: z.int().positive().nullable().optional(),
  notes: z.string().max(65_536).nullable().optional(),
};
const record = z
  .object({
    communicationid: z.int(),
    assetid: z.int(),
    commtype: z.string(),
    address: z.string(),
    isprimary: z.boolean(),
    subnetid: z.int().nullable(),
    notes: z.string().nullable(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'Communication' });
export type Communication = z.output<typeof record>;

const byAsset = z.object({ assetid: idParam });
const byBoth = z.object({ assetid: idParam, communicationid: idParam });

/** Creates the routes for the IP addresses, MAC addresses and serial numbers of an asset. */
export function communicationRoutes(host: Host): readonly Api[] {
  const base = '/api/assets/:assetid/communications';
  const access = { can: 'assets.edit' };
  const readAddress = (id: number) =>
    host.db.read((reader) => toCommunication(communicationById.get(reader, { communicationid: id })!));
  return [
    api('')
      .get(
        base,
        ({ call: { actor }, params }) =>
          host.db.read((reader) => {
            refuseUnknownAsset(existingAsset.get(reader, params));
            const rows = listCommunications(reader, params.assetid);
            return canSeePersonalData(actor) ? rows : rows.filter((row) => !isPersonalAddress(row));
          }),
        routeOptions({
          access: 'optional',
          summary: 'List the addresses of an asset',
          params: byAsset,
          responseSchema: record.array().max(MAX_ASSET_ADDRESSES),
        }),
      )
      .post(
        base,
        ({ call: { context }, params, body: input }) =>
          readAddress(addCommunication(host, context, params.assetid, input)),
        routeOptions({
          access,
          summary: 'Add an address',
          params: byAsset,
          body: z.object(body),
          responseSchema: record,
          status: 201,
        }),
      )
      .put(
        `${base}/:communicationid`,
        ({ call: { context, req }, params, body: { ifmodifieddate, ...input } }) => {
          const unless = readStaleness(req, ifmodifieddate);
          changeCommunication(host, context, params.assetid, params.communicationid, input, unless);
          return readAddress(params.communicationid);
        },
        routeOptions({
          access,
          summary: 'Change an address',
          params: byBoth,
          body: z.object(body).partial().extend({ ifmodifieddate: instantSchema.optional() }),
          responseSchema: record,
        }),
      )
      .delete(
        `${base}/:communicationid`,
        ({ call: { context, req }, params }) => {
          removeCommunication(host, context, params.assetid, params.communicationid, readStaleness(req));
          return { deleted: params.communicationid };
        },
        routeOptions({ access, summary: 'Delete an address', params: byBoth, ifunmodified: true }),
      ),
  ];
}
