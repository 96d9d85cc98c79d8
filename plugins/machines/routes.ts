import { z } from 'zod';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { idParam } from '../../src/kit/http/paging.ts';
import { behind, readBehindMachine } from './behind.ts';
import { activeByController, activeByStatus, activeMachines, activeMachinesByType } from './queries.ts';
import { machines } from './registers.ts';

const counted = { count: z.int() };
const counts = z.object({
  total: z.int(),
  dualpath: z.int(),
  bytype: z.array(
    z.object({ machinetypeid: z.int().nullable(), machinetype: z.string().nullable(), ...counted }),
  ),
  bycontroller: z.array(
    z.object({ controllertypeid: z.int().nullable(), controllertype: z.string().nullable(), ...counted }),
  ),
  bystatus: z.array(
    z.object({ statusid: z.int(), status: z.string(), color: z.string().nullable(), ...counted }),
  ),
});

/** Counts the active machines: in total, with dual path, and by type, controller and status. */
const summarise = (host: Host) =>
  host.db.read((reader) => ({
    ...activeMachines.get(reader)!,
    bytype: activeMachinesByType.all(reader),
    bycontroller: activeByController.all(reader),
    bystatus: activeByStatus.all(reader),
  }));

/** Routes of machines beyond those of their register: lookup, counts, connections. */
export function machineRoutes(host: Host): readonly Api[] {
  const resource = host.resource(machines);
  return [
    api('/api/machines')
      .get(
        '/by-asset/:assetid',
        ({ params }) => resource.get(params.assetid, 'machines.assetid'),
        routeOptions({
          access: 'optional',
          summary: 'Get the machine of an asset',
          params: z.object({ assetid: idParam }),
          responseSchema: resource.schemas.record,
        }),
      )
      .get(
        '/dashboard/summary',
        () => summarise(host),
        routeOptions({
          access: 'optional',
          summary: 'Count machines by type, controller, status and dual path',
          responseSchema: counts,
        }),
      )
      .get(
        '/:machineid/behind',
        ({ call: { actor }, params }) => readBehindMachine(host, actor, params.machineid),
        routeOptions({
          access: 'optional',
          summary: 'List the connections of a machine: PCs, partner bay, printers, gauges and notices',
          params: z.object({ machineid: idParam }),
          responseSchema: behind,
        }),
      ),
  ];
}
