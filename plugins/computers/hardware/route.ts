import { z } from 'zod';
import { canSeePersonalData } from '../../../src/kit/actor.ts';
import { notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { idParam } from '../../../src/kit/http/paging.ts';
import { partsOfComputer } from '../inventory/part-queries.ts';
import { existingComputer } from '../queries.ts';
import { PART_KINDS } from './kinds.ts';
import { MAX_PARTS } from './schema.ts';

const part = z
  .object({
    computerpartid: z.int(),
    computerid: z.int(),
    kind: z.enum(Object.keys(PART_KINDS)),
    name: z.string(),
    manufacturer: z.string().nullable(),
    serialnumber: z.string().nullable(),
    place: z.string().nullable(),
    megabytes: z.int().nullable(),
    freemegabytes: z.int().nullable(),
    detail: z.string().nullable(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'ComputerPart' });
export type ComputerPart = z.output<typeof part>;

/** The route that returns the hardware of a computer. */
export const hardwareRoute = (host: Host): Api =>
  api('/api/computers').get(
    '/:computerid/hardware',
    ({ call: { actor }, params }) =>
      host.db.read((reader) => {
        if (!existingComputer.get(reader, params)) throw notFound('Computer');
        const parts = partsOfComputer.all(reader, params).map(({ partkey: _key, ...row }) => row);
        // The MAC address of an interface is personal, because it shows how the computer can be reached.
        return canSeePersonalData(actor) ? parts : parts.filter(({ kind }) => kind !== 'interface');
      }),
    routeOptions({
      access: 'optional',
      summary: 'Hardware of a computer, as its agents report it',
      params: z.object({ computerid: idParam }),
      responseSchema: part.array().max(MAX_PARTS * Object.keys(PART_KINDS).length),
    }),
  );
