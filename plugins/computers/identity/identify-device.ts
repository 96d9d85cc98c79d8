import { isIP } from 'node:net';
import { standsFor } from '../../../src/features/catalog/index.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import type { DeviceInventory } from '../glpi/index.ts';
import type { Rival } from './claim.ts';
import { type ComparedDevice, compareDevice } from './compare-device.ts';
import { decideDevice } from './decide-device.ts';
import { deviceCandidates } from './device-candidates.ts';
import { deviceOfAsset, type KnownDevice } from './device-queries.ts';
import { byScore } from './table.ts';
import { tellingMacs } from './telling.ts';

/** Possible duplicates that are listed of one report: what more devices have identifies none of them. */
const MAX_RIVALS = 20;

interface Judged {
  record: KnownDevice;
  /** The record itself, or the one that somebody said is the same. */
  stands: KnownDevice;
  compared: ComparedDevice;
  isSame: boolean;
}

/** Which asset a printer, switch, phone or unknown thing is, by the table of `decideDevice`. */
export function identifyDevice(
  tx: Tx,
  device: DeviceInventory,
): { known: KnownDevice | undefined; rivals: Rival[] } {
  const macs = tellingMacs(tx, device.macaddresses);
  const judged = deviceCandidates(tx, device, macs).map((record): Judged => {
    const compared = compareDevice(tx, device, macs, record);
    const stands = standing(tx, record);
    return { record, stands, compared, isSame: decideDevice(compared, compared).isSame };
  });
  const [best] = judged.filter(({ isSame }) => isSame).sort((one, other) => better(device, one, other));
  const known = best?.stands;
  // Once it has a record of its own, what it shares with others was asked about.
  if (known) return { known, rivals: [] };
  const rivals = judged
    .filter(({ stands }) => stands.isactive === 1)
    .flatMap((one) => {
      const reason = reasonOf(device, one);
      return reason ? [{ assetid: one.stands.assetid, reason }] : [];
    })
    .slice(0, MAX_RIVALS);
  return { known, rivals };
}

/** One in use first, then the one that agrees in more; by the MAC address, the name, the type that is known, and age. */
function better(device: DeviceInventory, one: Judged, other: Judged): number {
  const score = ({ record, stands, compared }: Judged): number[] => [
    stands.isactive,
    [compared.serialnumber, compared.macaddresses, compared.name].filter((each) => each === 'agrees').length,
    Number(compared.macaddresses === 'agrees'),
    Number(compared.name === 'agrees'),
    Number(stands.assettype === device.assettype),
    -record.assetid,
  ];
  return byScore(score(one), score(other));
}

/**
 * Returns one sentence that states what both share and what contradicts it; undefined when they share a name and have
 * different adapters.
 */
function reasonOf(device: DeviceInventory, { stands, compared }: Judged): string | undefined {
  const serials = `with the serial numbers ${stands.serialnumber} and ${device.serialnumber}`;
  if (compared.serialnumber === 'agrees')
    return `Two devices report the serial number ${device.serialnumber}, with different names.`;
  if (compared.macaddresses === 'agrees') return `Two devices report one MAC address, ${serials}.`;
  if (compared.name !== 'agrees' || compared.macaddresses === 'differs') return undefined;
  const { name } = stands;
  if (name !== null && isIP(name) !== 0 && name !== device.name)
    return `A scan found an unknown device at ${name}, the address that ${device.name} reports.`;
  return compared.serialnumber === 'differs'
    ? `Two devices report the name ${device.name}, ${serials}.`
    : `Two devices report the name ${device.name}, and nothing else of both is known.`;
}

function standing(tx: Tx, row: KnownDevice): KnownDevice {
  if (row.isactive === 1) return row;
  const assetid = standsFor(tx, row.assetid);
  return assetid === row.assetid ? row : (deviceOfAsset.get(tx, { assetid }) ?? row);
}
