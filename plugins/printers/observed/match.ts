import type { Reader } from '../../../src/kit/data/reader.ts';
import { foldName } from '../../../src/kit/fold-name.ts';
import { readIpAddress } from '../../../src/kit/network-address.ts';
import {
  type ObservedQueue,
  printersByAddress,
  printersByName,
  printersByShareName,
  printersOfHost,
} from './queries.ts';

type Queue = Pick<ObservedQueue, 'name' | 'portname' | 'ipaddress'>;

/** The printer that a queue leads to, and the property that identified it. */
export interface PrinterMatch {
  printerid: number;
  assetid: number;
  assetnumber: string;
  windowsname: string | null;
  hostname: string | null;
  by: 'address' | 'share name' | 'host name' | 'windows name';
}

/** Properties of a queue that may identify its printer. */
interface Clues {
  addresses: string[];
  shares: string[];
  hosts: string[];
  names: string[];
}

/**
 * Returns the active printer that each queue leads to, in the order of the queues. Compares the address, then
 * the share name, the host name and the Windows name. The first property with a match decides. Two matching
 * printers count as none, because nothing is guessed.
 */
export function matchQueues(reader: Reader, queues: readonly Queue[]): (PrinterMatch | undefined)[] {
  const clues = queues.map(cluesOf);
  const all = (kind: keyof Clues) => JSON.stringify([...new Set(clues.flatMap((one) => one[kind]))]);
  const found = {
    addresses: printersByAddress.all(reader, { addresses: all('addresses') }),
    shares: printersByShareName.all(reader, { names: all('shares') }),
    hosts: printersOfHost.all(reader, { names: all('hosts') }),
    names: printersByName.all(reader, { names: all('names') }),
  };
  const by = {
    addresses: 'address',
    shares: 'share name',
    hosts: 'host name',
    names: 'windows name',
  } as const;
  return clues.map((clue) => {
    for (const kind of ['addresses', 'shares', 'hosts', 'names'] as const) {
      const fits = found[kind].filter(({ key }) => clue[kind].includes(foldName(key)));
      const [first] = fits;
      if (!first) continue;
      if (fits.some(({ printerid }) => printerid !== first.printerid)) return undefined;
      const { key: _key, ...printer } = first;
      return { ...printer, by: by[kind] };
    }
    return undefined;
  });
}

function cluesOf({ name, portname, ipaddress }: Queue): Clues {
  const port = foldName(portname ?? '');
  const share = /^\\\\([^\\]+)\\(.+)$/.exec(port) ?? /^\\\\([^\\]+)\\(.+)$/.exec(foldName(name));
  // The host of ports such as `socket://host:9100` and `IP_10.0.0.1`, or the whole port name, which may be a
  // host too.
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?(?:\[([^\]]+)\]|([^/:?]+))/.exec(port);
  const bare = host?.[1] ?? host?.[2] ?? port.replace(/^ip_/, '').replace(/:\d*$/, '');
  const addresses = [ipaddress ?? '', bare].map(readIpAddress).filter((one) => one !== undefined);
  const named =
    readIpAddress(bare) !== undefined || !/^[\p{L}\p{N}][\p{L}\p{N}.-]*$/u.test(bare) ? [] : [bare];
  return {
    addresses,
    shares: share ? [share[2]!, `\\\\${share[1]}\\${share[2]}`] : [foldName(name)],
    hosts: [...new Set(named.flatMap((one) => [one, one.split('.')[0]!]))],
    names: share ? [share[2]!] : [foldName(name)],
  };
}
