import { isIP } from 'node:net';
import { standsFor } from '../../../src/features/catalog/index.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { type DeviceInventory, shortName } from '../glpi/index.ts';
import {
  deviceOfAsset,
  devicesOfDomain,
  devicesOfMac,
  devicesOfNames,
  devicesOfSerial,
  type KnownDevice,
  macsOf,
  stacksOfMember,
} from './device-queries.ts';
import type { Rival } from './identify.ts';
import { tellingMacs } from './telling.ts';

/**
 * Which asset a printer, switch, phone or unknown thing is: by its serial number or that of a member of its stack, by
 * its MAC addresses, by its name. One with another serial number is another thing.
 */
export function identifyDevice(
  tx: Tx,
  device: DeviceInventory,
): { known: KnownDevice | undefined; rivals: Rival[] } {
  const rivals: Rival[] = [];
  const known =
    only(tx, device, bySerial(tx, device)) ??
    only(tx, device, byMac(tx, device, rivals), true) ??
    only(tx, device, byName(tx, device));
  return { known, rivals: known ? [] : rivals };
}

function bySerial(tx: Tx, { serialnumber }: DeviceInventory): KnownDevice[] {
  if (!serialnumber) return [];
  return [...devicesOfSerial.all(tx, { serialnumber }), ...stacksOfMember.all(tx, { serialnumber })];
}

function byMac(tx: Tx, device: DeviceInventory, rivals: Rival[]): KnownDevice[] {
  const macs = tellingMacs(tx, device.macaddresses);
  if (macs.length === 0) return [];
  const rows = devicesOfMac.all(tx, { macs: JSON.stringify(macs) });
  for (const row of rows.filter((one) => isOther(device, one) && one.isactive === 1))
    rivals.push({
      assetid: row.assetid,
      reason: `Two devices report one MAC address, with the serial numbers ${row.serialnumber} and ${device.serialnumber}.`,
    });
  return rows.filter((row) => !isOther(device, row));
}

/** A scan knows a device by its short name or its address alone, where an inventory has the whole name. */
function byName(tx: Tx, device: DeviceInventory): KnownDevice[] {
  const short = shortName(device.name);
  const exact = devicesOfNames.all(tx, { names: JSON.stringify([device.name, ...device.ipaddresses]) });
  const longer = device.name === short ? { from: `${short}.`, to: `${short}/` } : undefined;
  const related =
    short !== device.name
      ? devicesOfNames.all(tx, { names: JSON.stringify([short]) })
      : isIP(short) || !longer
        ? []
        : devicesOfDomain.all(tx, longer);
  return [...exact, ...related.filter((row) => sharesMac(tx, row, device))].filter(
    (row) => !isOther(device, row),
  );
}

/** Whether both have a serial number, and different ones. */
const isOther = (device: DeviceInventory, row: KnownDevice): boolean =>
  Boolean(device.serialnumber && row.serialnumber) &&
  device.serialnumber?.toLowerCase() !== row.serialnumber?.toLowerCase();

/** False only where both have MAC addresses and none in common. */
function sharesMac(tx: Tx, { assetid }: KnownDevice, { macaddresses }: DeviceInventory): boolean {
  const own = macsOf.all(tx, { assetid }).map(({ address }) => address);
  return own.length === 0 || macaddresses.length === 0 || own.some((mac) => macaddresses.includes(mac));
}

/** The best of those that may be it: of its own type, then one that nobody knew the type of. */
function only(
  tx: Tx,
  device: DeviceInventory,
  rows: KnownDevice[],
  isAmbiguous = false,
): KnownDevice | undefined {
  const fitting = rows.filter((row) => fits(device, row)).map((row) => standing(tx, row));
  const active = fitting.filter(({ isactive }) => isactive === 1);
  const choice = active.length > 0 ? active : fitting;
  const several = isAmbiguous && new Set(choice.map(({ assetid }) => assetid)).size > 1;
  const named = choice.find(({ name }) => name?.toLowerCase() === device.name.toLowerCase());
  if (several) return named;
  return choice.find(({ assettype }) => assettype === device.assettype) ?? choice[0];
}

/** What nobody knows the type of may be anything; anything else is of its type. */
const fits = (device: DeviceInventory, { assettype }: KnownDevice): boolean =>
  assettype === device.assettype || assettype === 'Other' || device.assettype === 'Other';

function standing(tx: Tx, row: KnownDevice): KnownDevice {
  if (row.isactive === 1) return row;
  const assetid = standsFor(tx, row.assetid);
  return assetid === row.assetid ? row : (deviceOfAsset.get(tx, { assetid }) ?? row);
}
