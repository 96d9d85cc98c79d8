import { type CommType, setPrimary } from '../../../src/features/catalog/index.ts';
import { communications } from '../../../src/features/catalog/tables.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { addressesOfType } from './queries.ts';

const REPORTED = 'reported';

/**
 * Makes the reported addresses of an asset the ones that it has, the first IP the primary one. Addresses that a
 * person entered stay: only rows that earlier reports made are removed.
 */
export function syncAddresses(
  tx: Tx,
  assetid: number,
  facts: { ipaddresses?: string[]; macaddresses?: string[] },
): void {
  syncKind(tx, assetid, 'ip', facts.ipaddresses);
  syncKind(tx, assetid, 'mac', facts.macaddresses);
}

function syncKind(tx: Tx, assetid: number, commtype: CommType, addresses: string[] | undefined): void {
  if (!addresses) return;
  const rows = addressesOfType.all(tx, { assetid, commtype });
  const reported = new Set(addresses);
  for (const row of rows) {
    if (row.notes === REPORTED && !reported.has(row.address)) tx.delete(communications, row.communicationid);
  }
  const known = new Set(rows.map((row) => row.address));
  for (const address of reported) {
    if (!known.has(address)) tx.insert(communications, { assetid, commtype, address, notes: REPORTED });
  }
  const [first] = addresses;
  const primary = rows.find((row) => row.isprimary === 1);
  const keepsPrimary = primary && (primary.notes !== REPORTED || reported.has(primary.address));
  if (first && !keepsPrimary) setPrimary(tx, assetid, commtype, first);
}
