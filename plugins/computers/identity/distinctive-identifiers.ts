import type { Reader } from '../../../src/kit/data/reader.ts';
import type { IdentityClaim } from './claim.ts';
import { isContainer } from './kind-of-machine.ts';
import { commonMacs, holdersOfSerial, holdersOfUuid, macsOfManyNames } from './queries.ts';

/**
 * Addresses of virtual adapters that are the same on every PC: VMware, AnyConnect, the loopback adapter, WAN
 * miniports.
 */
const VIRTUAL_ADAPTER_MACS = new Set([
  '00:50:56:c0:00:01',
  '00:50:56:c0:00:02',
  '00:50:56:c0:00:03',
  '00:50:56:c0:00:04',
  '00:50:56:c0:00:08',
  '00:05:9a:3c:7a:00',
  '00:05:9a:3c:78:00',
  '02:00:4c:4f:4f:50',
  '02:80:37:ec:02:00',
  '00:53:45:00:00:00',
  '50:50:54:50:30:30',
  '33:50:6f:45:30:30',
  '20:41:53:59:4e:ff',
  // The placeholder that Android reports to programs, the T2 chip of every Mac, and Parallels.
  '02:00:00:00:00:00',
  'ac:de:48:00:11:22',
  '00:1c:42:00:00:08',
]);
/**
 * Adapters of VirtualBox host networks, Fortinet, TAP and Docker, and addresses that routers share through
 * VRRP.
 */
const PREFIXES = [
  '0a:00:27:00:00:',
  '00:09:0f:',
  '00:ff:',
  '02:42:ac:',
  '00:00:5e:00:01:',
  '00:00:5e:00:02:',
];

/**
 * Maximum assets that share a distinctive value. With more, the value identifies none, such as the adapter of
 * a VPN client or the UUID of a cheap board.
 */
const MAX_HOLDERS = 20;
/** Maximum devices of one name that are read. A name that more devices have is that of a model. */
export const MAX_NAMED = 20;
/**
 * Minimum number of host names with which the MAC address of a dock, or of an adapter that moves between PCs,
 * was reported.
 */
const MIN_SHARED_NAMES = 3;

/** Reports whether an address can belong to one adapter: no group address, and not all zeros. */
const isOfAdapter = (mac: string): boolean =>
  (Number.parseInt(mac.slice(0, 2), 16) & 1) === 0 && mac !== '00:00:00:00:00:00';

/** Reports whether an address can be distinctive, as far as the address itself shows. */
export const isDistinctiveMac = (mac: string): boolean =>
  isOfAdapter(mac) && !VIRTUAL_ADAPTER_MACS.has(mac) && !PREFIXES.some((prefix) => mac.startsWith(prefix));

/**
 * Returns the addresses that can identify an asset. Leaves out those of well-known virtual adapters, of more
 * than 20 assets, and those reported with three or more host names.
 */
export function filterDistinctiveMacs(reader: Reader, macs: readonly string[] = []): string[] {
  const own = macs.filter(isDistinctiveMac);
  if (own.length === 0) return own;
  const list = JSON.stringify(own);
  const common = new Set(
    [
      ...commonMacs.all(reader, { macs: list, most: MAX_HOLDERS }),
      ...macsOfManyNames.all(reader, { macs: list, least: MIN_SHARED_NAMES }),
    ].map(({ mac }) => mac),
  );
  return own.filter((mac) => !common.has(mac));
}

/**
 * Returns the claim without the serial number, UUID and MAC addresses that are not distinctive. More than 20
 * computers share such a number. A container reports the serial number and UUID of its host, so these are left
 * out.
 */
export function filterDistinctiveIdentifiers(
  reader: Reader,
  claim: IdentityClaim,
): IdentityClaim & { macaddresses: string[] } {
  const { serialnumber, uuid } = isContainer(claim) ? {} : claim;
  const most = MAX_HOLDERS + 1;
  const isRare = (holders: readonly unknown[]) => holders.length <= MAX_HOLDERS;
  return {
    ...claim,
    serialnumber:
      serialnumber && isRare(holdersOfSerial.all(reader, { serialnumber, most })) ? serialnumber : undefined,
    uuid: uuid && isRare(holdersOfUuid.all(reader, { uuid, most })) ? uuid : undefined,
    macaddresses: filterDistinctiveMacs(reader, claim.macaddresses),
  };
}
