import { z } from 'zod';
import type { Reader } from '../../../src/kit/data/reader.ts';
import { notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../../src/kit/http/api.ts';
import { idParam } from '../../../src/kit/http/paging.ts';
import { SUPPLY_STATES, type SupplyState } from '../choices.ts';
import { driversOfPrinters } from '../queries.ts';
import { watchedPrinter } from './queries.ts';
import { readLevelThresholds, readPartsOfModels, suppliesOf } from './view.ts';
import { isLow, readSupplyWall } from './wall.ts';
import { SupplyWatch } from './watch.ts';

/** Maximum low supplies in one response. */
const MAX_LOW = 5000;

const part = z.object({
  modelsupplyid: z.int(),
  partnumber: z.string(),
  capacitytier: z.string(),
  marketingname: z.string().nullable(),
});
const level = {
  supplytype: z.string().nullable(),
  color: z.string(),
  level: z.number().nullable().meta({ description: 'Percent left; null if unknown.' }),
  state: z.enum(Object.keys(SUPPLY_STATES) as [SupplyState, ...SupplyState[]]),
  checkedat: z.iso.datetime().nullable(),
  partnumber: z.string().nullable().meta({ description: 'The part to order.' }),
  parts: part.array(),
};
const source = z.enum(['zabbix', 'inventory']).nullable();
const supply = z.object({ name: z.string(), ...level }).meta({ id: 'PrinterSupply' });
const supplies = z.object({
  printerid: z.int(),
  supplies: supply.array(),
  pingstatus: z.int().meta({ description: '1: reachable, 0: not reachable, -1: unknown.' }),
  source,
  checkedat: z.iso.datetime().nullable(),
  configured: z.boolean(),
  problem: z.string().nullable(),
});
const wallRow = z
  .object({
    printerid: z.int(),
    assetid: z.int(),
    assetnumber: z.string(),
    name: z.string().nullable(),
    hostname: z.string().nullable(),
    windowsname: z.string().nullable(),
    modelnumber: z.string().nullable(),
    location: z.string().nullable(),
    supply: z.string(),
    ...level,
    source,
    pingstatus: z.int(),
  })
  .meta({ id: 'SupplyOfPrinter' });
const wall = z.object({
  rows: wallRow.array(),
  problem: z.string().nullable(),
  configured: z.boolean(),
  silent: z.int(),
});
export type PrinterSupplies = z.output<typeof supplies>;
export type SupplyWall = z.output<typeof wall>;

/** Routes for supply levels. They respond quickly, whatever the state of the monitoring system. */
export function supplyRoutes(host: Host): Api {
  return api('/api/printers')
    .get(
      '/:printerid/supplies',
      ({ params }) => suppliesNow(host, params.printerid),
      routeOptions({
        access: 'optional',
        summary: 'List the supply levels of a printer; empty if no source reports them',
        params: z.object({ printerid: idParam }),
        responseSchema: supplies,
      }),
    )
    .get(
      '/supplies',
      () => readSupplyWall(host),
      routeOptions({
        access: 'optional',
        summary: 'List all supplies of active printers, most urgent first',
        responseSchema: wall,
      }),
    )
    .get(
      '/lowsupplies',
      async () => (await readSupplyWall(host)).rows.filter(isLow).slice(0, MAX_LOW),
      routeOptions({
        access: 'optional',
        summary: 'List supplies that are low or critical',
        responseSchema: wallRow.array().max(MAX_LOW),
      }),
    )
    .post(
      '/supplies/refresh',
      () => {
        host.getInstance(SupplyWatch).refresh();
        return { cleared: true };
      },
      routeOptions({
        access: { can: 'printers.create' },
        summary: 'Clear the cached levels, so that the next request reads them again',
        responseSchema: z.object({ cleared: z.boolean() }),
      }),
    );
}

/** Returns the supplies of a printer. Throws 404 when it is unknown. */
async function suppliesNow(host: Host, printerid: number) {
  const printer = host.db.read((reader) => watchedPrinter.get(reader, { printerid }));
  if (!printer) throw notFound('Printer');
  const watch = host.getInstance(SupplyWatch);
  const { value, problem } = await watch.readPrinter(printerid);
  const at = { now: host.clock.now().getTime(), marks: readLevelThresholds(host) };
  const parts = host.db.read((reader) => readPartsOfModels(reader, [printer]));
  return {
    printerid,
    ...suppliesOf(printer, value, parts, at),
    configured: watch.isConfigured,
    problem,
  };
}

/**
 * Returns 1 when a printer has supplies from its inventory or drivers, otherwise 0. Returns undefined when
 * only Zabbix may know its supplies.
 */
export function readSuppliesState(reader: Reader, printerid: number, host: Host): number | undefined {
  const printer = watchedPrinter.get(reader, { printerid })!;
  const drivers = driversOfPrinters.all(reader, { ids: JSON.stringify([printerid]) });
  const at = { now: host.clock.now().getTime(), marks: readLevelThresholds(host) };
  if (drivers.length + suppliesOf(printer, undefined, new Map(), at).supplies.length > 0) return 1;
  return host.getInstance(SupplyWatch).isConfigured ? undefined : 0;
}
