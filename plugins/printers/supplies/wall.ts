import type { Host } from '../../../src/kit/host.ts';
import { SUPPLY_STATES, type SupplyState } from '../choices.ts';
import { watchedPrinters } from './queries.ts';
import {
  type PrinterSupply,
  readLevelThresholds,
  readPartsOfModels,
  type Supplies,
  suppliesOf,
} from './view.ts';
import { SupplyWatch } from './watch.ts';

/** A supply of one printer in the overview. */
export interface WallRow extends Omit<PrinterSupply, 'name'>, Pick<Supplies, 'source' | 'pingstatus'> {
  printerid: number;
  assetid: number;
  assetnumber: string;
  name: string | null;
  hostname: string | null;
  windowsname: string | null;
  modelnumber: string | null;
  location: string | null;
  supply: string;
}

export interface SupplyWallView {
  rows: WallRow[];
  /** Reason why the monitoring system returned no data; null without one. */
  problem: string | null;
  configured: boolean;
  /** Number of active printers without any supply data. */
  silent: number;
}

const ORDER = Object.keys(SUPPLY_STATES) as SupplyState[];

/**
 * Returns all supplies of active printers, the most urgent first, and the number of printers without
 * supplies. With `isJob`, the cache is not used and the request may take longer, because no user waits.
 */
export async function readSupplyWall(host: Host, isJob = false): Promise<SupplyWallView> {
  const watch = host.getInstance(SupplyWatch);
  const { value, problem } = await watch.all(isJob);
  const at = { now: host.clock.now().getTime(), marks: readLevelThresholds(host) };
  return host.db.read((reader) => {
    const printers = watchedPrinters.all(reader);
    const parts = readPartsOfModels(reader, printers);
    let silent = 0;
    const rows = printers.flatMap((printer) => {
      const { supplies, source, pingstatus } = suppliesOf(printer, value?.get(printer.printerid), parts, at);
      if (supplies.length === 0) silent++;
      const { printerid, assetid, assetnumber, name, hostname, windowsname, modelnumber, location } = printer;
      const of = { printerid, assetid, assetnumber, name, hostname, windowsname, modelnumber, location };
      return supplies.map(({ name: supply, ...rest }) => ({ ...of, supply, ...rest, source, pingstatus }));
    });
    const rank = (row: WallRow) => ORDER.indexOf(row.state) * 1000 + (row.level ?? 999);
    return { rows: rows.sort((a, b) => rank(a) - rank(b)), problem, configured: watch.isConfigured, silent };
  });
}

/** Reports whether a supply is low or critical. */
export const isLow = ({ state }: { state: SupplyState }): boolean => state === 'low' || state === 'critical';
