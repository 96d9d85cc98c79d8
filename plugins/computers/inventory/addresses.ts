import { type CommType, setPrimary } from '../../../src/features/catalog/index.ts';
import { communications } from '../../../src/features/catalog/tables.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { filterUsableIpAddresses } from '../glpi/index.ts';
import { keepReturningAdapters } from '../identity/record-identity.ts';
import { addressesOfType, addressRowOf, staleAddresses } from './queries.ts';

/** The source of an address: the device itself, or a scan of the network. */
const FINDERS = ['reported', 'discovered'] as const;
export type AddressFinder = (typeof FINDERS)[number];

/** A piece of what is to be done. */
type Change = (tx: Tx) => void;

interface Reported {
  ipaddresses?: readonly string[];
  macaddresses?: readonly string[];
  /** The addresses that the asset has are those of another one. */
  isTakeover?: boolean;
}

/**
 * Makes the reported addresses of an asset the ones that it has, the first IP the primary one. Addresses that a
 * person or the other kind of finder entered stay: only rows of the same finder are removed, and none of an adapter that
 * the asset uses in turns with another one.
 */
export function syncAddresses(
  tx: Tx,
  assetid: number,
  facts: Reported,
  finder: AddressFinder = 'reported',
): void {
  for (const change of listAddressChanges(tx, assetid, facts, finder)) change(tx);
}

/** The same as a list of what is to be done, for a device that may have thousands. */
export const listAddressChanges = (
  tx: Tx,
  assetid: number,
  facts: Reported,
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

/** As an inventory does, for what a computer says of its IP addresses beside one; what others cannot reach is left out. */
export const syncIpAddresses = (tx: Tx, assetid: number, given: readonly string[]): void =>
  syncAddresses(tx, assetid, { ipaddresses: filterUsableIpAddresses(given) });

/** The addresses of one kind that an asset has, and those that it reports. */
interface Kind {
  assetid: number;
  commtype: CommType;
  facts: Reported;
  finder: AddressFinder;
}

/** Returns one change for each address that comes or goes. It does nothing when another report has done it meanwhile. */
function changesOfKind(
  tx: Tx,
  kind: Kind,
  addresses: readonly string[] | undefined,
  macs: readonly string[],
): Change[] {
  if (!addresses) return [];
  const { assetid, commtype, finder } = kind;
  const rows = addressesOfType.all(tx, kind);
  const known = new Set(rows.map((row) => row.address));
  const added = [...new Set(addresses)].filter((address) => !known.has(address));
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

/** Returns the rows that a report removes. */
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
 * Removes an IP address that a scan found from older assets with other MAC addresses: it is assigned to this one now. An
 * older asset never takes an address back in this way, so that two that report the same address do not alternate.
 */
function releaseAddress(tx: Tx, assetid: number, address: string, macs: readonly string[]): void {
  if (macs.length === 0) return;
  const finder: AddressFinder = 'discovered';
  const stale = { assetid, address, finder, macs: JSON.stringify(macs) };
  for (const { communicationid } of staleAddresses.all(tx, stale)) tx.delete(communications, communicationid);
}
