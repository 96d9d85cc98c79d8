import { z } from 'zod';
import { notFound } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { idParam } from '../../src/kit/http/paging.ts';
import { ambiguousHostnameError } from '../../src/kit/pc-identity.ts';
import { instantSchema } from '../../src/kit/resource/validate.ts';
import { glpiRoute } from './glpi-route.ts';
import { findComputersNamed, namesakesOf } from './identity/find-computers-named.ts';
import { installApp, listInstalledApps, MAX_INSTALLED, removeApp } from './installed-apps.ts';
import { computers } from './registers.ts';
import { displayKiosks, MAX_KIOSKS, reportComputer, summarizeComputers } from './service.ts';

const byComputer = z.object({ computerid: idParam });
const installed = z
  .object({
    installedappid: z.int().nullable(),
    computerid: z.int(),
    appid: z.int().nullable().meta({
      description:
        'Null for an application that is not in the catalog, because this computer exceeded the daily limit of new applications.',
    }),
    appname: z.string(),
    appversionid: z.int().nullable(),
    version: z.string().nullable(),
    source: z.string(),
    otherversions: z.array(z.string()).meta({ description: 'Lower versions that are also installed.' }),
    installdate: z.string().nullable(),
    publisher: z.string().nullable(),
    isactive: z.boolean(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'InstalledApplication' });
export type InstalledApp = z.output<typeof installed>;

const report = z.object({
  loggedinuser: z.string().max(255).nullable().optional(),
  lastboottime: instantSchema.nullable().optional(),
});
const counts = z.looseObject({
  total: z.int(),
  shopfloor: z.int(),
  nonshopfloor: z.int(),
  bytype: z.array(z.looseObject({ count: z.int() })),
  byos: z.array(z.looseObject({ count: z.int() })),
});

/**
 * Routes of computers beyond those of their register: lookups, display computers, counts, installed
 * applications and reports, including those of GLPI agents.
 */
export function computerRoutes(host: Host): readonly Api[] {
  const resource = host.resource(computers);
  const { record } = resource.schemas;
  const apps = '/api/computers/:computerid/apps';
  return [
    api('')
      .get(
        '/api/computers/display-kiosks',
        () => displayKiosks(host),
        routeOptions({
          access: 'optional',
          summary: 'Display computers with their full names',
          responseSchema: z.array(record).max(MAX_KIOSKS),
        }),
      )
      .get(
        '/api/computers/by-asset/:assetid',
        ({ params }) => resource.get(params.assetid, 'computers.assetid'),
        routeOptions({
          access: 'optional',
          summary: 'The computer of an asset',
          params: z.object({ assetid: idParam }),
          responseSchema: record,
        }),
      )
      .get(
        '/api/computers/by-hostname/:hostname',
        ({ params }) => {
          const { hostname } = params;
          const [computer, ...others] = host.db.read((reader) => findComputersNamed(reader, hostname));
          if (!computer) throw notFound('Computer');
          const namesakes = namesakesOf([computer, ...others]);
          if (namesakes.length > 0) throw ambiguousHostnameError(hostname, namesakes);
          return resource.get(computer.computerid);
        },
        routeOptions({
          access: 'optional',
          summary: 'The computer with a host name; 409 when several computers have it',
          params: z.object({ hostname: z.string().max(255) }),
          responseSchema: record,
        }),
      )
      .get(
        '/api/computers/dashboard/summary',
        () => summarizeComputers(host),
        routeOptions({ access: 'optional', summary: 'Counts of computers', responseSchema: counts }),
      )
      .get(
        apps,
        ({ params }) => listInstalledApps(host, params.computerid),
        routeOptions({
          access: 'optional',
          summary: 'Installed applications of a computer',
          params: byComputer,
          responseSchema: installed.array().max(2 * MAX_INSTALLED),
        }),
      )
      .post(
        apps,
        ({ call: { context }, params, body }) => installApp(host, context, params.computerid, body),
        routeOptions({
          access: { can: 'computers.create' },
          summary: 'Record an installation',
          params: byComputer,
          body: z.object({
            appid: z.int().positive(),
            appversionid: z.int().positive().nullable().optional(),
          }),
          responseSchema: installed,
          status: 201,
        }),
      )
      .delete(
        `${apps}/:appid`,
        ({ call: { context }, params }) => {
          removeApp(host, context, params.computerid, params.appid);
          return { deleted: params.appid };
        },
        routeOptions({
          access: { can: 'computers.delete' },
          summary: 'Remove an installation',
          params: byComputer.extend({ appid: idParam }),
        }),
      )
      .post(
        '/api/computers/:computerid/report',
        ({ call, params, body }) => {
          reportComputer(host, call.context, params.computerid, body);
          return resource.get(params.computerid);
        },
        routeOptions({
          access: { can: 'computers.create' },
          summary: 'Report that a computer is active',
          params: byComputer,
          body: report,
          responseSchema: record,
        }),
      ),
    glpiRoute(host),
  ];
}
