import { type CommunicationRow, communications } from '../../../src/features/catalog/tables.ts';
import type { Invariant } from '../../../src/kit/data/invariant.ts';
import { invariant } from '../../../src/kit/data/invariant.ts';
import type { JournalEntry } from '../../../src/kit/data/journal.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { conflict, invalid } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { subnets } from '../tables.ts';
import {
  addressesWithoutKey,
  assignAddresses,
  assignRange,
  deleteKey,
  deleteOrphanKeys,
  existingSubnet,
  lastSubnetBefore,
  saveKey,
  setRange,
} from './queries.ts';
import { parseAddress, parseRange, rangeKeysOf } from './ranges.ts';

/**
 * Throws 409 for overlapping subnets in one VLAN. Subnets without a VLAN form one group. The invariant also
 * maintains derived data outside the journal: the key range of each subnet, and the subnet of each address.
 */
export const subnetRangeInvariant: Invariant = {
  ...invariant('subnets of one VLAN do not overlap', [subnets], (tx, changes) => {
    for (const { op, id } of changes) if (op !== 'delete') keepRange(tx, id);
    for (const { op, id } of changes) if (op !== 'delete') refuseOverlap(tx, id);
    for (const change of changes) reassign(tx, change);
  }),
  isDeferrable: true,
};

/**
 * Assigns each address of an asset to the narrowest subnet that contains it. An assignment to another subnet
 * that contains it takes precedence. Throws 400 for an assignment to a subnet that does not contain the
 * address.
 */
export const addressSubnetInvariant: Invariant = invariant(
  'the subnet of an address contains the address',
  [communications],
  (tx, changes) => {
    const keyed: number[] = [];
    for (const { op, id, after } of changes) {
      if (op === 'delete') deleteKey.run(tx, { communicationid: id });
      // A switch has thousands of MAC addresses. Only IP addresses have a key, so a new MAC address has none
      // to delete.
      else if (op === 'insert' && after?.commtype !== 'ip' && after?.subnetid === null) continue;
      else if (after && ('address' in after || 'commtype' in after || 'subnetid' in after))
        if (keepAddress(tx, id, op === 'insert' ? after : undefined, after.subnetid)) keyed.push(id);
    }
    if (keyed.length > 0 && existingSubnet.get(tx)) assignAddresses.run(tx, { ids: JSON.stringify(keyed) });
  },
);

function keepRange(tx: Tx, subnetid: number): void {
  const row = tx.row(subnets, subnetid);
  const range = row && parseRange(row.cidr);
  if (!range) return;
  const { first: firstkey, last: lastkey } = rangeKeysOf(range);
  if (row.firstkey !== firstkey || row.lastkey !== lastkey) setRange.run(tx, { subnetid, firstkey, lastkey });
}

function refuseOverlap(tx: Tx, subnetid: number): void {
  const row = tx.row(subnets, subnetid);
  if (!row) return;
  const { vlan, firstkey, lastkey } = row;
  const other = lastSubnetBefore.get(tx, { vlan, key: lastkey, except: subnetid });
  // Keys of the other address family start with a different digit.
  if (!other || other.lastkey < firstkey) return;
  const where = vlan === null ? 'among the subnets without a VLAN' : `in VLAN ${vlan}`;
  const name = other.name ? ` (${other.name})` : '';
  throw conflict('cidr', `${row.cidr} overlaps ${other.cidr}${name} ${where}. Change one of them first.`);
}

function reassign(tx: Tx, { id, before }: JournalEntry): void {
  const was = typeof before?.cidr === 'string' ? parseRange(before.cidr) : undefined;
  if (was) assignRange.run(tx, rangeKeysOf(was));
  const row = tx.row(subnets, id);
  if (row) assignRange.run(tx, { first: row.firstkey, last: row.lastkey });
}

/**
 * Saves the sortable key of an address. Returns false for a row without one, such as a MAC address. Throws
 * 400 when the requested subnet does not fit.
 */
function keepAddress(
  tx: Tx,
  communicationid: number,
  whole: Readonly<Record<string, unknown>> | undefined,
  requested: unknown,
): boolean {
  const row = (whole as CommunicationRow | undefined) ?? tx.row(communications, communicationid);
  if (!row) return false;
  const key = row.commtype === 'ip' ? parseAddress(row.address)?.key : undefined;
  if (key === undefined) {
    deleteKey.run(tx, { communicationid });
    if (typeof requested === 'number' && !tx.isReversal)
      throw invalid('subnetid', 'Only IP addresses can have a subnet.');
    return false;
  }
  saveKey.run(tx, { communicationid, address: row.address, addresskey: key });
  if (typeof requested === 'number' && !tx.isReversal) refuseElsewhere(tx, key, requested, row.address);
  return true;
}

function refuseElsewhere(tx: Tx, key: string, subnetid: number, address: string): void {
  const subnet = tx.row(subnets, subnetid);
  if (subnet && subnet.firstkey <= key && key <= subnet.lastkey) return;
  throw invalid('subnetid', `${address} is not in ${subnet?.cidr ?? 'that subnet'}.`);
}

/**
 * Runs at the start, because addresses may have changed while the plugin was disabled. Saves the missing and
 * outdated sort keys of IP addresses, and deletes those without an address. If there were any, assigns all
 * addresses to their subnets again.
 */
export function fillMissingSubnets(host: Host): void {
  const missing = host.db.read((reader) => addressesWithoutKey.all(reader));
  host.db.writeUnaudited((tx) => {
    const lost = deleteOrphanKeys.run(tx);
    for (const { communicationid, address } of missing) {
      const key = parseAddress(address)?.key;
      if (key !== undefined) saveKey.run(tx, { communicationid, address, addresskey: key });
    }
    if (lost + missing.length > 0) assignRange.run(tx, { first: '4', last: '7' });
  });
}
