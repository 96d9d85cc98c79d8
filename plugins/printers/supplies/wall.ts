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

/** A supply of the plant. */
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
  /** Why the monitoring system said nothing. */
  problem: string | null;
  configured: boolean;
  /** Printers in use of which nobody tells anything. */
  silent: number;
}

const ORDER = Object.keys(SUPPLY_STATES) as SupplyState[];

/** All supplies of printers in use, what runs out first. `isJob`: nobody waits for it. */
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

/** What is low or critical. */
export const isLow = ({ state }: { state: SupplyState }): boolean => state === 'low' || state === 'critical';
