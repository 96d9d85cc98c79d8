import { isIP } from 'node:net';
import { isMerged } from '../../../src/features/catalog/index.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { shortHostName } from '../../../src/kit/host-name.ts';
import type { DeviceInventory } from '../glpi/index.ts';
import { addressesOfType } from '../inventory/queries.ts';
import { isSameText } from './compare.ts';
import { compareMacs } from './compare-macs.ts';
import type { DeviceCircumstances, DeviceComparisons } from './decide-device.ts';
import type { Comparison } from './decision-table.ts';
import { activeOfNames, type DeviceRow, devicesOfDomain, macsOf, reportedNameOf } from './device-queries.ts';
import { isDistinctiveMac, MAX_NAMED } from './distinctive-identifiers.ts';

export type DeviceComparison = Readonly<DeviceComparisons & Required<DeviceCircumstances>>;

/**
 * Compares the identifiers of a report with those of a record. `macs` are the distinctive addresses of the
 * device. Values that need further statements are computed when a decision needs them.
 */
export function compareDevice(
  tx: Tx,
  device: DeviceInventory,
  macs: readonly string[],
  record: DeviceRow,
): DeviceComparison {
  const own = macsOf
    .all(tx, record)
    .map(({ address }) => address)
    .filter((mac) => isDistinctiveMac(mac) && (macs.includes(mac) || !device.macaddresses.includes(mac)));
  const isUnknown = record.serialnumber === null && own.length === 0;
  const name = computeOnce(() => nameOf(tx, device, record));
  const merged = computeOnce(() => isMerged(tx, record.assetid));
  const named = computeOnce(() => isUnknown && isTellingName(tx, device, record));
  return {
    serialnumber: serialOf(tx, device, record),
    ...compareMacs(own, macs),
    bare: isUnknown && !device.serialnumber && macs.length === 0,
    get name() {
      return name();
    },
    get merged() {
      return merged();
    },
    get named() {
      return named();
    },
  };
}

/** Returns a function that computes its value at the first call. */
function computeOnce<T>(compute: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: compute() };
    return result.value;
  };
}

/** Compares the serial numbers. A stack has the serial number of each of its members. */
function serialOf(tx: Tx, { serialnumber, stack = [] }: DeviceInventory, record: DeviceRow): Comparison {
  if (!serialnumber || record.serialnumber === null) return 'unknown';
  const serials = [serialnumber, ...stack.map((member) => member.serialnumber)];
  if (serials.some((one) => isSameText(record.serialnumber, one))) return 'agrees';
  const members = addressesOfType.all(tx, { assetid: record.assetid, commtype: 'serial' });
  return members.some(({ address }) => isSameText(address, serialnumber)) ? 'agrees' : 'differs';
}

/**
 * Compares the names. A device is compared with its last reported name. A name that a user entered can agree,
 * but contradicts nothing.
 */
function nameOf(tx: Tx, device: DeviceInventory, record: DeviceRow): Comparison {
  const entered = compareName(tx, device, record, record.name);
  if (entered === 'agrees') return entered;
  const reported = reportedNameOf.get(tx, record)?.name;
  if (reported !== undefined) return compareName(tx, device, record, reported);
  // The device has reported no name so far, so the host name of the record was entered by a user.
  if (compareName(tx, device, record, record.hostname ?? null) === 'agrees') return 'agrees';
  return isIP(record.name ?? '') === 0 ? 'unknown' : entered;
}

/** Compares two names. An address used as a name agrees with that address and contradicts nothing. */
function compareName(
  tx: Tx,
  { name, ipaddresses }: DeviceInventory,
  record: DeviceRow,
  own: string | null,
): Comparison {
  if (own === null) return 'unknown';
  if (isSameText(own, name)) return 'agrees';
  if (isIP(own) !== 0) return ipaddresses.includes(own) ? 'agrees' : 'unknown';
  if (isIP(name) !== 0) return 'unknown';
  const [short, ownShort] = [shortHostName(name), shortHostName(own)];
  const isRelated = isSameText(ownShort, short) && (name === short || own === ownShort);
  if (!isRelated) return 'differs';
  return hasNamesakes(tx, record, short) ? 'unknown' : 'agrees';
}

/**
 * Reports whether several active devices of the type have one short name, with or without domains. A name
 * that very many devices of any type have counts as shared too.
 */
function hasNamesakes(tx: Tx, { assettypeid }: DeviceRow, short: string): boolean {
  const others = devicesOfDomain.all(tx, { from: `${short}.`, to: `${short}/`, isactive: 1 });
  if (others.length === MAX_NAMED) return true;
  const active = others.filter((other) => other.assettypeid === assettypeid);
  const exact = activeOfNames.all(tx, { names: JSON.stringify([short]), assettypeid });
  return active.length + exact.length > 1;
}

/**
 * Reports whether only one active record of the type has the reported name or a name of this record. An
 * address or the name of the model is never distinctive.
 */
function isTellingName(tx: Tx, { name, model }: DeviceInventory, record: DeviceRow): boolean {
  if (isIP(name) !== 0 || isIP(record.name ?? '') !== 0 || isSameText(name, model ?? '')) return false;
  const names = JSON.stringify([name, record.name, record.hostname]);
  const named = activeOfNames.all(tx, { names, assettypeid: record.assettypeid });
  // A record that was found by its host name need not have that name as its own.
  if (record.hostname) return named.every(({ assetid }) => assetid === record.assetid);
  return named.length === 1;
}
