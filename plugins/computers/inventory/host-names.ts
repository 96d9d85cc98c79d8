import { noteCollision } from '../../../src/features/catalog/index.ts';
import { assets } from '../../../src/features/catalog/tables.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { computers } from '../tables.ts';
import { computerOfName } from '../identity/queries.ts';

/**
 * The host name for a computer, or null while another active one holds it: then both are listed as a collision. A
 * retired one gives its host name up.
 */
export function claimName(
  tx: Tx,
  { computerid, assetid }: { computerid?: number; assetid: number },
  hostname: string,
): string | null {
  const holder = computerOfName.get(tx, { hostname });
  if (!holder || holder.computerid === computerid) return hostname;
  if (holder.isactive === 1) {
    const own = tx.row(assets, assetid)?.serialnumber;
    const apart =
      own && holder.serialnumber ? `, with the serial numbers ${holder.serialnumber} and ${own}` : '';
    noteCollision(tx, holder.assetid, assetid, `Two computers report the host name ${hostname}${apart}.`);
    return null;
  }
  tx.update(computers, holder.computerid, { hostname: null });
  return hostname;
}

/** Whether no active computer holds the host name. */
export const isNameFree = (tx: Tx, hostname: string): boolean =>
  computerOfName.get(tx, { hostname })?.isactive !== 1;
