import { type CommType, setPrimary } from '../../../src/features/catalog/index.ts';
import { communications } from '../../../src/features/catalog/tables.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { filterUsableIpAddresses } from '../glpi/index.ts';
import { keepReturningAdapters } from '../identity/record-identity.ts';
import { addressesOfType, addressRowOf, staleAddresses } from './queries.ts';

/** Source of an address: the device itself, or a network scan. */
const FINDERS = ['reported', 'discovered'] as const;
export type AddressFinder = (typeof FINDERS)[number];

/** Step of the work on the addresses of an asset. */
type Change = (tx: Tx) => void;

interface ReportedAddresses {
  ipaddresses?: readonly string[];
  macaddresses?: readonly string[];
  /** True when the stored addresses belong to another computer or device. */
  isTakeover?: boolean;
}

/**
 * Replaces the addresses of an asset with the reported ones. A list that is left out changes nothing. The
 * first address of a kind becomes the primary one if no primary one stays. Only rows of the same finder are
 * removed, so addresses from users or the other finder stay; a takeover removes those of both finders.
 * Adapters that the asset alternates between stay too.
 */
export function syncAddresses(
  tx: Tx,
  assetid: number,
  facts: ReportedAddresses,
  finder: AddressFinder = 'reported',
): void {
  for (const change of listAddressChanges(tx, assetid, facts, finder)) change(tx);
}

/**
 * Returns the work of `syncAddresses` as a list of steps, for a device that may have thousands of addresses.
 */
export const listAddressChanges = (
  tx: Tx,
  assetid: number,
  facts: ReportedAddresses,
  finder: AddressFinder,
): Change[] => {
  const macs = facts.macaddresses ?? addressesOfType.all(tx, { assetid, commtype: 'mac' }).map(toAddress);
  const all = { assetid, facts, finder };
  return [
    ...changesOfKind(tx, { ...all, commtype: 'ip' }, facts.ipaddresses, macs),
    ...changesOfKind(tx, { ...all, commtype: 'mac' }, facts.macaddresses, macs),
  ];
};

const toAddress = ({ address }: { address: string }): string => address;

/**
 * Replaces the reported IP addresses of a computer, also those of an inventory, with those of another report,
 * such as a check-in. An empty list removes them. Addresses from users and network scans stay. Leaves out
 * addresses that cannot identify it, such as loopback.
 */
export const syncIpAddresses = (tx: Tx, assetid: number, addresses: readonly string[]): void =>
  syncAddresses(tx, assetid, { ipaddresses: filterUsableIpAddresses(addresses) });

/** The stored and the reported addresses of one kind. */
interface Kind {
  assetid: number;
  commtype: CommType;
  facts: ReportedAddresses;
  finder: AddressFinder;
}

/**
 * Returns one step for each added or removed address. A step does nothing when another report has changed the
 * address in between. A further step sets the primary address.
 */
function changesOfKind(
  tx: Tx,
  kind: Kind,
  addresses: readonly string[] | undefined,
  macs: readonly string[],
): Change[] {
  if (!addresses) return [];
  const { assetid, commtype, finder } = kind;
  const rows = addressesOfType.all(tx, kind);
  const existing = new Set(rows.map((row) => row.address));
  const added = [...new Set(addresses)].filter((address) => !existing.has(address));
  const gone = goneOf(tx, kind, { rows, addresses, added });
  const changes = gone.map(({ communicationid }): Change => {
    return (now) => {
      if (now.row(communications, communicationid)) now.delete(communications, communicationid);
    };
  });
  for (const address of added)
    changes.push((now) => {
      if (addressRowOf.get(now, { assetid, commtype, address })) return;
      if (commtype === 'ip') releaseAddress(now, assetid, address, macs);
      now.insert(communications, { assetid, commtype, address, notes: finder });
    });
  const [first] = addresses;
  const primary = rows.find((row) => row.isprimary === 1);
  if (first && (!primary || gone.includes(primary)))
    changes.push((now) => setPrimary(now, assetid, commtype, first));
  return changes;
}

type Row = ReturnType<typeof addressesOfType.all>[number];

/**
 * Returns the stored addresses that a report removes. A MAC address may stay, because its adapter may return.
 */
function goneOf(
  tx: Tx,
  { assetid, commtype, facts, finder }: Kind,
  {
    rows,
    addresses,
    added,
  }: { rows: readonly Row[]; addresses: readonly string[]; added: readonly string[] },
): Row[] {
  const reported = new Set(addresses);
  const finders: readonly (string | null)[] = facts.isTakeover ? FINDERS : [finder];
  const gone = rows.filter(({ address, notes }) => finders.includes(notes) && !reported.has(address));
  if (commtype !== 'mac' || facts.isTakeover) return gone;
  const isReplaced = added.length === reported.size;
  const staying = keepReturningAdapters(tx, assetid, { gone: gone.map(toAddress), added, isReplaced });
  return gone.filter(({ address }) => !staying.has(address));
}

/**
 * Removes an IP address found by a scan from older assets with other MAC addresses, because it now belongs to
 * this asset. An older asset never reclaims an address this way, so that two assets with the same address do
 * not alternate. Does nothing without MAC addresses.
 */
function releaseAddress(tx: Tx, assetid: number, address: string, macs: readonly string[]): void {
  if (macs.length === 0) return;
  const finder: AddressFinder = 'discovered';
  const stale = { assetid, address, finder, macs: JSON.stringify(macs) };
  for (const { communicationid } of staleAddresses.all(tx, stale)) tx.delete(communications, communicationid);
}
