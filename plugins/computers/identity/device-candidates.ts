import { isIP } from 'node:net';
import type { Tx } from '../../../src/kit/data/tx.ts';
import type { DeviceFactsStore } from '../../../src/kit/device-facts.ts';
import { foldName } from '../../../src/kit/fold-name.ts';
import { shortHostName } from '../../../src/kit/host-name.ts';
import type { DeviceInventory } from '../glpi/index.ts';
import {
  type DeviceRow,
  deviceOfAsset,
  devicesOfDomain,
  devicesOfMac,
  devicesOfNames,
  devicesOfReportedNames,
  devicesOfSerial,
  stacksOfMember,
} from './device-queries.ts';

/**
 * Returns the assets of a fitting type that share an identifier with a device, each once. `macs` are its
 * distinctive addresses.
 */
export function findDeviceCandidates(tx: Tx, device: DeviceInventory, macs: readonly string[]): DeviceRow[] {
  const { serialnumber } = device;
  const rows = [
    ...(serialnumber ? devicesOfSerial.all(tx, { serialnumber }) : []),
    ...(serialnumber ? stacksOfMember.all(tx, { serialnumber }) : []),
    ...(macs.length > 0 ? devicesOfMac.all(tx, { macs: JSON.stringify(macs) }) : []),
    ...findNamed(tx, device),
  ].filter((row) => isOfFittingType(device, row));
  return [...new Map(rows.map((row) => [row.assetid, row])).values()];
}

/**
 * Returns the devices with the name. A scan has only the short name or the address of a device, while an
 * inventory has the full name.
 */
function findNamed(tx: Tx, { name, ipaddresses }: DeviceInventory): DeviceRow[] {
  const short = shortHostName(name);
  const all = [...new Set([name, short, ...ipaddresses])];
  const names = JSON.stringify(all);
  const longer = name === short && isIP(name) === 0;
  return [
    ...devicesOfNames.all(tx, { names }),
    ...devicesOfReportedNames.all(tx, { names: JSON.stringify(all.map(foldName)) }),
    ...(longer ? withDomain(tx, name) : []),
  ];
}

const withDomain = (tx: Tx, name: string): DeviceRow[] =>
  [1, 0].flatMap((isactive) => devicesOfDomain.all(tx, { from: `${name}.`, to: `${name}/`, isactive }));

/**
 * Returns the device of a fitting type whose record has the reported name as its host name. The list is empty
 * for no or several such devices, and when the name is an IP address.
 */
export function findEnteredDevices(
  tx: Tx,
  device: DeviceInventory,
  keepers: readonly DeviceFactsStore[],
): DeviceRow[] {
  if (isIP(device.name) !== 0) return [];
  const named = keepers
    .filter((keeper) => isOfFittingType(device, keeper))
    .flatMap((keeper) => keeper.findByName?.(tx, device.name) ?? []);
  const [only, ...others] = named;
  const record = only && others.length === 0 ? deviceOfAsset.get(tx, only) : undefined;
  return record ? [{ ...record, hostname: only!.hostname }] : [];
}

/** Reports whether the types fit. An asset of unknown type may be of any. */
const isOfFittingType = (device: DeviceInventory, { assettype }: Pick<DeviceRow, 'assettype'>): boolean =>
  assettype === device.assettype || assettype === 'Other' || device.assettype === 'Other';
