import type { Reader } from '../../../src/kit/data/reader.ts';
import { networkPrintersAmong } from '../install/queries.ts';
import { driversOfPrinters } from '../queries.ts';
import { listEffectivePrinters } from './view.ts';

/** What an agent needs to set the printers of its PC up: where each is, and what drives it. */
export function readAgentPrinters(reader: Reader, assetid: number) {
  const set = listEffectivePrinters(reader, assetid);
  const ids = JSON.stringify(set.map(({ printerid }) => printerid));
  const details = new Map(networkPrintersAmong.all(reader, { ids }).map((row) => [row.printerid, row]));
  const drivers = Map.groupBy(driversOfPrinters.all(reader, { ids }), ({ printerid }) => printerid);
  return {
    assetid,
    // One that hangs on another PC by a cable is not to be had over the network.
    printers: set.flatMap(({ printerid, isdefault }) => {
      const row = details.get(printerid);
      if (!row) return [];
      return [
        {
          printerid,
          windowsname: row.windowsname ?? row.hostname ?? row.name ?? row.assetnumber,
          address: row.ipaddress ?? row.hostname,
          sharepath: sharePath(row),
          drivername: drivers.get(printerid)?.[0]?.name ?? null,
          isdefault,
        },
      ];
    }),
  };
}

interface Row {
  installpath: string | null;
  sharename: string | null;
}

/** The queue of a print server, as `\\server\share`. */
const sharePath = ({ installpath, sharename }: Row): string | null =>
  [installpath, sharename].find((path) => /^\\\\[^\\]+\\[^\\]+$/.test(path ?? '')) ?? null;
