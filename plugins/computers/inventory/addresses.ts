import { type CommType, setPrimary } from '../../../src/features/catalog/index.ts';
import { communications } from '../../../src/features/catalog/tables.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { usableIpAddresses } from '../glpi/index.ts';
import { addressesOfType, addressOf, staleAddresses } from './queries.ts';

/** Who found an address: the device itself, or a scan of the network. */
export type Finder = 'reported' | 'discovered';

/** A piece of what is to be done. */
type Change = (tx: Tx) => void;

interface Reported {
  ipaddresses?: readonly string[];
  macaddresses?: readonly string[];
}

/**
 * Makes the reported addresses of an asset the ones that it has, the first IP the primary one. Addresses that a
 * person or the other kind of finder entered stay: only rows of the same finder are removed.
 */
export function syncAddresses(tx: Tx, assetid: number, facts: Reported, finder: Finder = 'reported'): void {
  for (const change of addressChanges(tx, assetid, facts, finder)) change(tx);
}

/** The same as a list of what is to be done, for a device that may have thousands. */
export const addressChanges = (tx: Tx, assetid: number, facts: Reported, finder: Finder): Change[] => {
  const macs = facts.macaddresses ?? addressesOfType.all(tx, { assetid, commtype: 'mac' }).map(toAddress);
  return [
    ...changesOfKind(tx, { assetid, commtype: 'ip' }, facts.ipaddresses, finder, macs),
    ...changesOfKind(tx, { assetid, commtype: 'mac' }, facts.macaddresses, finder, macs),
  ];
};

const toAddress = ({ address }: { address: string }): string => address;

/** As an inventory does, for what a computer says of its IP addresses beside one; what others cannot reach is left out. */
export const syncIpAddresses = (tx: Tx, assetid: number, given: readonly string[]): void =>
  syncAddresses(tx, assetid, { ipaddresses: usableIpAddresses(given) });

/** Another report of the same asset may come between two of them: what is done already is passed over. */
function changesOfKind(
  tx: Tx,
  { assetid, commtype }: { assetid: number; commtype: CommType },
  addresses: readonly string[] | undefined,
  finder: Finder,
  macs: readonly string[],
): Change[] {
  if (!addresses) return [];
  const rows = addressesOfType.all(tx, { assetid, commtype });
  const reported = new Set(addresses);
  const known = new Set(rows.map((row) => row.address));
  const gone = rows.filter((row) => row.notes === finder && !reported.has(row.address));
  const changes = gone.map(({ communicationid }): Change => {
    return (now) => {
      if (now.row(communications, communicationid)) now.delete(communications, communicationid);
    };
  });
  for (const address of reported)
    if (!known.has(address))
      changes.push((now) => {
        if (addressOf.get(now, { assetid, commtype, address })) return;
        if (commtype === 'ip') releaseAddress(now, assetid, address, macs);
        now.insert(communications, { assetid, commtype, address, notes: finder });
      });
  const [first] = addresses;
  const primary = rows.find((row) => row.isprimary === 1);
  const keepsPrimary = primary && (primary.notes !== finder || reported.has(primary.address));
  if (first && !keepsPrimary) changes.push((now) => setPrimary(now, assetid, commtype, first));
  return changes;
}

/**
 * Removes an IP address that a scan found from older assets with other MAC addresses: it is assigned to this one now. An
 * older asset never takes an address back in this way, so that two that report the same address do not alternate.
 */
function releaseAddress(tx: Tx, assetid: number, address: string, macs: readonly string[]): void {
  if (macs.length === 0) return;
  const finder: Finder = 'discovered';
  const stale = { assetid, address, finder, macs: JSON.stringify(macs) };
  for (const { communicationid } of staleAddresses.all(tx, stale)) tx.delete(communications, communicationid);
}
