import { type CommType, setPrimary } from '../../../src/features/catalog/index.ts';
import { communications } from '../../../src/features/catalog/tables.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { usableIpAddresses } from '../glpi/index.ts';
import { addressesOfType } from './queries.ts';

/** Who found an address: the device itself, or a scan of the network. */
export type Finder = 'reported' | 'discovered';

/**
 * Makes the reported addresses of an asset the ones that it has, the first IP the primary one. Addresses that a
 * person or the other kind of finder entered stay: only rows of the same finder are removed.
 */
export function syncAddresses(
  tx: Tx,
  assetid: number,
  facts: { ipaddresses?: readonly string[]; macaddresses?: readonly string[] },
  finder: Finder = 'reported',
): void {
  syncKind(tx, assetid, 'ip', facts.ipaddresses, finder);
  syncKind(tx, assetid, 'mac', facts.macaddresses, finder);
}

/** As an inventory does, for what a computer says of its IP addresses beside one; what others cannot reach is left out. */
export const syncIpAddresses = (tx: Tx, assetid: number, given: readonly string[]): void =>
  syncAddresses(tx, assetid, { ipaddresses: usableIpAddresses(given) });

function syncKind(
  tx: Tx,
  assetid: number,
  commtype: CommType,
  addresses: readonly string[] | undefined,
  finder: Finder,
): void {
  if (!addresses) return;
  const rows = addressesOfType.all(tx, { assetid, commtype });
  const reported = new Set(addresses);
  for (const row of rows) {
    if (row.notes === finder && !reported.has(row.address)) tx.delete(communications, row.communicationid);
  }
  const known = new Set(rows.map((row) => row.address));
  for (const address of reported) {
    if (!known.has(address)) tx.insert(communications, { assetid, commtype, address, notes: finder });
  }
  const [first] = addresses;
  const primary = rows.find((row) => row.isprimary === 1);
  const keepsPrimary = primary && (primary.notes !== finder || reported.has(primary.address));
  if (first && !keepsPrimary) setPrimary(tx, assetid, commtype, first);
}
