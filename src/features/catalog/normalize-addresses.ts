import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { readIpAddress } from '../../kit/network-address.ts';
import { finishTask, pendingTask } from '../../kit/start-task-queries.ts';
import { communicationsOfAsset, longAddresses } from './communication-queries.ts';
import { type CommunicationRow, communications } from './tables.ts';

/**
 * Rewrites stored IPv6 addresses in normalized form, once, because older versions stored them as typed. Equal
 * addresses of an asset become one row with the notes of all, one note per line. A primary address stays
 * primary.
 */
export function normalizeAddresses(host: Host, context: WriteContext): void {
  const isDue = host.db.read((reader) => pendingTask.get(reader, { task: 'addresses' }));
  if (!isDue) return;
  const assetids = host.db.read((reader) => longAddresses.all(reader)).map(({ assetid }) => assetid);
  if (assetids.length > 0)
    host.db.transact(context, 'catalog.communication.normalized', (tx) => {
      for (const assetid of assetids) normalizeOf(tx, assetid);
      tx.audit({ entitytype: 'communication', entityid: null, undoable: false });
    });
  host.db.writeUnaudited((tx) => finishTask.run(tx, { task: 'addresses' }));
}

function normalizeOf(tx: Tx, assetid: number): void {
  const rows = communicationsOfAsset.all(tx, { assetid }).filter(({ commtype }) => commtype === 'ip');
  for (const [address, equal] of Map.groupBy(rows, (row) => readIpAddress(row.address) ?? row.address)) {
    const [first, ...others] = equal as [CommunicationRow, ...CommunicationRow[]];
    for (const { communicationid } of others) tx.delete(communications, communicationid);
    const subnetid = first.subnetid ?? others.find((row) => row.subnetid !== null)?.subnetid ?? null;
    tx.update(communications, first.communicationid, { address, subnetid, notes: joinNotes(equal) });
  }
}

/** Returns the distinct notes in the order of the rows, or null when there are none. */
function joinNotes(rows: readonly CommunicationRow[]): string | null {
  const notes = rows.map((row) => row.notes).filter((note) => note !== null && note !== '');
  return notes.length === 0 ? null : [...new Set(notes)].join('\n');
}
