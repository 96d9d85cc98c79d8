import { isIP } from 'node:net';
import type { Tx } from '../../../src/kit/data/tx.ts';
import type { DeviceFactsStore } from '../../../src/kit/device-facts.ts';
import type { DeviceInventory } from '../glpi/index.ts';
import type { Rival } from './claim.ts';
import { compareDevice, type DeviceComparison } from './compare-device.ts';
import { decideDevice } from './decide-device.ts';
import { compareScores } from './decision-table.ts';
import { findDeviceCandidates, findEnteredDevices } from './device-candidates.ts';
import { type DeviceRow, deviceOfAsset } from './device-queries.ts';
import { filterDistinctiveMacs } from './distinctive-identifiers.ts';
import type { MarkOwner } from './mark-queries.ts';
import { hasMark } from './marks.ts';
import { resolveMerged } from './resolve-merged.ts';

/** Maximum possible duplicates for one report. A value that more devices share identifies none of them. */
const MAX_RIVALS = 20;

interface DeviceCandidate {
  record: DeviceRow;
  /** The record itself, or the one that a user merged it into. */
  current: DeviceRow;
  compared: DeviceComparison;
  isSame: boolean;
  isReturn: boolean;
}

/** Result of the search for the record of a device. */
export interface IdentifyDeviceResult {
  /** The active record, or the one that is retired without a replacement. Undefined for a new device. */
  known: DeviceRow | undefined;
  /**
   * True when the record belonged to another device since the reporting device last reported, and now returns
   * to the reporting one.
   */
  isReturn: boolean;
  /** Possible duplicates of a new device, at most 20; none when the record is known. */
  rivals: Rival[];
}

/**
 * Finds the asset of a printer, switch, phone or unknown device with the table of `decideDevice`. `keepers`
 * find a record by the host name that a user entered.
 */
export function identifyDevice(
  tx: Tx,
  device: DeviceInventory,
  keepers: readonly DeviceFactsStore[],
): IdentifyDeviceResult {
  const macs = filterDistinctiveMacs(tx, device.macaddresses);
  const outcomes = decideCandidates(tx, device, macs, keepers);
  const [best] = outcomes
    .filter(({ isSame }) => isSame)
    .sort((one, other) => compareCandidates(device, one, other));
  const known = best?.current;
  // Possible duplicates were already listed when the record of the device was created.
  if (known) return { known, isReturn: best.isReturn, rivals: [] };
  const rivals = outcomes
    .filter(({ current }) => current.isactive === 1)
    .flatMap((one) => {
      const reason = reasonOf(device, one);
      return reason ? [{ assetid: one.current.assetid, reason }] : [];
    })
    .slice(0, MAX_RIVALS);
  return { known, isReturn: false, rivals };
}

/**
 * Decides on the candidates. If none is the device and no active one has its name, also on the record that a
 * user entered for it.
 */
function decideCandidates(
  tx: Tx,
  device: DeviceInventory,
  macs: readonly string[],
  keepers: readonly DeviceFactsStore[],
): DeviceCandidate[] {
  const decideOne = (record: DeviceRow) => decideCandidate(tx, device, macs, record);
  const outcomes = findDeviceCandidates(tx, device, macs).map(decideOne);
  if (outcomes.some(({ isSame }) => isSame)) return outcomes;
  if (outcomes.some(({ current, compared }) => current.isactive === 1 && compared.name === 'agrees'))
    return outcomes;
  const isOther = ({ assetid }: DeviceRow) => outcomes.every(({ record }) => record.assetid !== assetid);
  return [...outcomes, ...findEnteredDevices(tx, device, keepers).filter(isOther).map(decideOne)];
}

/**
 * Compares a report with a record. Devices that share a MAC address may alternate at one record. When the
 * previous name returns, it keeps the record, and the other name gets a record of its own.
 */
function decideCandidate(
  tx: Tx,
  device: DeviceInventory,
  macs: readonly string[],
  record: DeviceRow,
): DeviceCandidate {
  const compared = compareDevice(tx, device, macs, record);
  const current = resolveMerged(tx, record, (assetid) => deviceOfAsset.get(tx, { assetid }));
  const { isSame } = decideDevice(compared, compared);
  const isAnotherName = isSame && compared.name === 'differs' && !compared.merged;
  if (!isAnotherName) return { record, current, compared, isSame, isReturn: false };
  const hasName = (owner: MarkOwner) => hasMark(tx, record, 'hostname', owner, [device.name]);
  if (compared.serialnumber !== 'agrees' && hasName('other'))
    return { record, current, compared, isSame: false, isReturn: false };
  return { record, current, compared, isSame, isReturn: hasName('former') };
}

/**
 * Orders active devices first, then those with more agreements. Ties are decided by MAC address, name, known
 * type and age.
 */
function compareCandidates(device: DeviceInventory, one: DeviceCandidate, other: DeviceCandidate): number {
  const score = ({ record, current, compared }: DeviceCandidate): number[] => [
    current.isactive,
    [compared.serialnumber, compared.macaddresses, compared.name].filter((each) => each === 'agrees').length,
    Number(compared.macaddresses === 'agrees'),
    Number(compared.name === 'agrees'),
    Number(current.assettype === device.assettype),
    -record.assetid,
  ];
  return compareScores(score(one), score(other));
}

/**
 * Returns one sentence with what the record and the device share and what differs. Returns undefined when
 * they share nothing, or only a name while their adapters differ.
 */
function reasonOf(device: DeviceInventory, { current, compared }: DeviceCandidate): string | undefined {
  const serials = `with the serial numbers ${current.serialnumber} and ${device.serialnumber}`;
  const names = `with the names ${current.name} and ${device.name}`;
  if (compared.serialnumber === 'agrees')
    return `Two devices report the serial number ${device.serialnumber}, with different names.`;
  if (compared.macaddresses === 'agrees')
    return `Two devices report one MAC address, ${compared.serialnumber === 'differs' ? serials : names}.`;
  if (compared.name !== 'agrees' || compared.macaddresses === 'differs') return undefined;
  const { name } = current;
  if (name !== null && isIP(name) !== 0 && name !== device.name)
    return `A scan found an unknown device at ${name}, the address that ${device.name} reports.`;
  return compared.serialnumber === 'differs'
    ? `Two devices report the name ${device.name}, ${serials}.`
    : `Two devices report the name ${device.name}, and no other identifiers of both are known.`;
}
