import { z } from 'zod';
import { notFound } from '../../src/errors.ts';
import type { Host } from '../../src/host.ts';
import { idParam } from '../../src/http/paging.ts';
import { type Call, type Route, route } from '../../src/http/route.ts';
import { instantSchema } from '../../src/resource/fields.ts';
import { registerRoutes } from '../../src/resource/routes.ts';
import { glpiRoute } from './glpi-route.ts';
import { installApp, installedApps, removeApp } from './installed-apps.ts';
import type { LastSeen } from './inventory/last-seen.ts';
import { computers, computertypes } from './registers.ts';
import { displayKiosks, reportComputer, summarise } from './service.ts';

const byComputer = z.object({ computerid: idParam });
const installed = z
  .object({
    installedappid: z.int(),
    computerid: z.int(),
    appid: z.int(),
    appname: z.string(),
    appversionid: z.int().nullable(),
    version: z.string().nullable(),
    source: z.string(),
    isactive: z.boolean(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'InstalledApplication' });
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

export function computerRoutes(host: Host, lastSeen: LastSeen): Route[] {
  const resource = host.resource(computers);
  const { record } = resource.schemas;
  const apps = '/api/computers/:computerid/apps';
  return [
    ...registerRoutes(host.resource(computertypes)),
    ...registerRoutes(resource),
    route(
      'GET',
      '/api/computers/display-kiosks',
      { access: 'optional', summary: 'Display computers with their full names', response: z.array(record) },
      () => displayKiosks(host),
    ),
    route(
      'GET',
      '/api/computers/by-asset/:assetid',
      {
        access: 'optional',
        summary: 'The computer of an asset',
        params: z.object({ assetid: idParam }),
        response: record,
      },
      (call) => resource.get(call as unknown as Call, call.params.assetid, 't.assetid'),
    ),
    route(
      'GET',
      '/api/computers/by-hostname/:hostname',
      {
        access: 'optional',
        summary: 'The computer of a host name',
        params: z.object({ hostname: z.string().max(255) }),
        response: record,
      },
      (call) => {
        const { hostname } = call.params;
        const short = hostname.split('.')[0]!;
        const known = host.db.read((reader) =>
          [hostname, short].find((name) => reader.value('SELECT 1 FROM computers WHERE hostname = ?', name)),
        );
        if (!known) throw notFound('Computer');
        return resource.get(call as unknown as Call, known, 't.hostname');
      },
    ),
    route(
      'GET',
      '/api/computers/dashboard/summary',
      { access: 'optional', summary: 'Counts of computers', response: counts },
      () => summarise(host),
    ),
    route(
      'GET',
      apps,
      {
        access: 'optional',
        summary: 'What is installed on a computer',
        params: byComputer,
        response: installed.array(),
      },
      ({ params }) => installedApps(host, params.computerid),
    ),
    route(
      'POST',
      apps,
      {
        access: { can: 'computers.create' },
        summary: 'Record an install',
        params: byComputer,
        body: z.object({ appid: z.int().positive(), appversionid: z.int().positive().nullable().optional() }),
        response: installed,
        status: 201,
      },
      ({ context, params, body }) => installApp(host, context, params.computerid, body),
    ),
    route(
      'DELETE',
      `${apps}/:appid`,
      {
        access: { can: 'computers.delete' },
        summary: 'Remove an install',
        params: byComputer.extend({ appid: idParam }),
      },
      ({ context, params }) => {
        removeApp(host, context, params.computerid, params.appid);
        return { deleted: params.appid };
      },
    ),
    route(
      'POST',
      '/api/computers/:computerid/report',
      {
        access: { can: 'computers.create' },
        summary: 'A computer says that it is alive',
        params: byComputer,
        body: report,
        response: record,
      },
      (call) => {
        reportComputer(host, call.context, call.params.computerid, call.body);
        return resource.get({ actor: call.actor, query: {} }, call.params.computerid);
      },
    ),
    glpiRoute(host, lastSeen),
  ];
}
