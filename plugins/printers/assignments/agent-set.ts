import type { Reader } from '../../../src/kit/data/reader.ts';
import { networkPrintersAmong } from '../install/queries.ts';
import { driversOfPrinters } from '../queries.ts';
import { listEffectivePrinters } from './view.ts';

/**
 * Returns the printers that an agent must set up on its PC, with their addresses and drivers. Printers that
 * are not on the network are left out.
 */
export function readAgentPrinters(reader: Reader, assetid: number) {
  const set = listEffectivePrinters(reader, assetid);
  const ids = JSON.stringify(set.map(({ printerid }) => printerid));
  const details = new Map(networkPrintersAmong.all(reader, { ids }).map((row) => [row.printerid, row]));
  const drivers = Map.groupBy(driversOfPrinters.all(reader, { ids }), ({ printerid }) => printerid);
  return {
    assetid,
    // A printer on the cable of another PC cannot be reached over the network.
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

/** Returns the queue on a print server as `\\server\share`, or null. */
const sharePath = ({ installpath, sharename }: Row): string | null =>
  [installpath, sharename].find((path) => /^\\\\[^\\]+\\[^\\]+$/.test(path ?? '')) ?? null;
