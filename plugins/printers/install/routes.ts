import { z } from 'zod';
import { canSeePersonalData } from '../../../src/kit/actor.ts';
import { invalid } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { signInRequiredError } from '../../../src/kit/http/access.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { listEffectivePrinters } from '../assignments/view.ts';
import { buildInstallBatch, MAX_PRINTERS } from './batch.ts';
import { formatInstallList, listInstallable, MAX_LISTED } from './list.ts';
import { assetNumbered } from './queries.ts';

const format = z.enum(['json', 'text']).optional();
const row = z
  .object({
    printerid: z.int(),
    assetid: z.int(),
    assetnumber: z.string(),
    name: z.string().nullable(),
    windowsname: z.string().nullable(),
    vendorname: z.string().nullable(),
    modelnumber: z.string().nullable(),
    modelnumberid: z.int().nullable(),
    hostname: z.string().nullable(),
    ipaddress: z.string().nullable().optional(),
    sharename: z.string().nullable(),
    installpath: z.string().nullable(),
    mapx: z.number().nullable(),
    mapy: z.number().nullable(),
    levelid: z.int().nullable(),
  })
  .meta({ id: 'InstallablePrinter' });
export type InstallableRow = z.output<typeof row>;
const standard = z
  .object({
    printerid: z.int(),
    assetid: z.int(),
    windowsname: z.string().nullable(),
    hostname: z.string().nullable(),
    sharename: z.string().nullable(),
    isdefault: z.literal(true),
    inheritedvia: z
      .object({ assetid: z.int(), assetnumber: z.string(), name: z.string().nullable() })
      .nullable(),
  })
  .nullable();

const text = (body: string): Response =>
  new Response(body, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });

/** Routes for the installers of printers. */
export function installRoutes(host: Host): Api {
  return api('/api/printers')
    .get(
      '/install-list',
      ({ call: { actor }, query }) => {
        const rows = listInstallable(host);
        return query.format === 'text' ? text(formatInstallList(rows, actor)) : rows;
      },
      routeOptions({
        access: 'optional',
        summary:
          'List network printers in use with their locations; format=text returns nine values per line, separated by |',
        query: z.object({ format }),
        responseSchema: row.array().max(MAX_LISTED),
      }),
    )
    .get(
      '/install-batch',
      ({ call: { actor }, query }) => {
        // The batch file contains the addresses of the printers.
        if (!canSeePersonalData(actor)) throw signInRequiredError();
        return new Response(buildInstallBatch(host, idsIn(query.printerids)), {
          headers: {
            'Content-Type': 'application/octet-stream',
            'Content-Disposition': 'attachment; filename="install-printers.bat"',
            'Cache-Control': 'no-store',
            'X-Content-Type-Options': 'nosniff',
          },
        });
      },
      routeOptions({
        access: 'optional',
        summary: 'Create a batch file that installs printers on Windows and then deletes itself',
        query: z.object({
          printerids: z.string().max(2000).meta({ description: 'Ids separated by commas.' }),
        }),
        produces: 'application/octet-stream',
      }),
    )
    .get(
      '/pc-default',
      ({ query }) => {
        const found = defaultOf(host, query.machine);
        return query.format === 'text' ? text(found?.windowsname ?? '') : found;
      },
      routeOptions({
        access: 'optional',
        summary: 'Get the default printer of a machine or PC; empty if none is set',
        query: z.object({
          machine: z
            .string()
            .trim()
            .min(1)
            .max(255)
            .meta({ description: 'Asset number of the machine or PC.' }),
          format,
        }),
        responseSchema: standard,
      }),
    );
}

function idsIn(list: string): number[] {
  const parts = list.split(',').map((part) => part.trim());
  if (!parts.every((part) => /^[0-9]{1,15}$/.test(part)))
    throw invalid('printerids', 'Enter printer ids separated by commas, such as 3,17.');
  if (parts.length > MAX_PRINTERS)
    throw invalid('printerids', `Request at most ${MAX_PRINTERS} printers at once.`);
  return parts.map(Number);
}

/**
 * Returns the default printer of a machine or PC, or null. An unknown machine also gets null, so that callers
 * cannot probe for machines.
 */
function defaultOf(host: Host, machine: string) {
  return host.db.read((reader) => {
    const asset = assetNumbered.get(reader, { assetnumber: machine });
    const found = asset && listEffectivePrinters(reader, asset.assetid).find((one) => one.isdefault);
    if (!found) return null;
    const { printerid, assetid, windowsname, hostname, sharename, inheritedvia } = found;
    return { printerid, assetid, windowsname, hostname, sharename, isdefault: true as const, inheritedvia };
  });
}
