import { isIP } from 'node:net';
import { recordCollision } from '../../../src/features/catalog/index.ts';
import { assets } from '../../../src/features/catalog/tables.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { hasDomain } from '../../../src/kit/host-name.ts';
import { isSameHost, isSameText } from '../identity/compare.ts';
import { type ComputerRow, computerOfName } from '../identity/queries.ts';
import { computers } from '../tables.ts';
import type { CanonicalRecord } from './facts.ts';

/** A computer that reports a host name. `computerid` is absent while its record is being created. */
interface Claimant {
  computerid?: number;
  assetid: number;
  iscontainer: number | null;
}

/**
 * Returns the host name for a computer, or null while another active one holds it. Both are then listed as a
 * possible duplicate, unless their full names differ or one of them is a container. A retired computer loses
 * its host name to the reporting one, and a container loses it to a machine.
 */
export function claimName(
  tx: Tx,
  claimant: Claimant,
  { hostname, fullhostname }: Pick<CanonicalRecord, 'hostname' | 'fullhostname'>,
): string | null {
  const holder = computerOfName.get(tx, { hostname });
  if (!holder || holder.computerid === claimant.computerid) return hostname;
  if (isNameTaken(holder, claimant)) {
    const isAlike =
      holder.iscontainer === claimant.iscontainer &&
      isSameHost(holder.fullhostname ?? hostname, fullhostname);
    if (isAlike)
      recordCollision(tx, holder.assetid, claimant.assetid, reasonOf(tx, holder, claimant, hostname));
    return null;
  }
  tx.update(computers, holder.computerid, { hostname: null });
  return hostname;
}

function reasonOf(tx: Tx, holder: ComputerRow, { assetid }: Claimant, hostname: string): string {
  const own = tx.row(assets, assetid)?.serialnumber;
  const difference =
    own && holder.serialnumber ? `, with the serial numbers ${holder.serialnumber} and ${own}` : '';
  return `Two computers report the host name ${hostname}${difference}.`;
}

const isNameTaken = (holder: ComputerRow, { iscontainer }: Pick<Claimant, 'iscontainer'>): boolean =>
  holder.isactive === 1 && !(holder.iscontainer === 1 && iscontainer !== 1);

/**
 * Reports whether no active computer holds the host name that this one reports. A container holds no name
 * against a machine.
 */
export function isNameFree(tx: Tx, { iscontainer }: ComputerRow, hostname: string): boolean {
  const holder = computerOfName.get(tx, { hostname });
  return holder === undefined || !isNameTaken(holder, { iscontainer });
}

/**
 * Returns the columns that follow the reported host name. The name of the asset follows it until a user
 * enters another one. A report without a domain says nothing about the domain.
 */
export function buildReportedNames(
  { fullhostname: previous, name }: ComputerRow,
  { fullhostname }: Pick<CanonicalRecord, 'fullhostname'>,
): { fullhostname?: string; name?: string } {
  const isLess = previous !== null && !hasDomain(fullhostname) && isSameHost(previous, fullhostname);
  // Agents of one computer may write a name in different case.
  if (isLess || isSameText(previous, fullhostname)) return {};
  const isReported = name === null || name === previous || isIP(name) !== 0;
  return { fullhostname, ...(isReported && { name: fullhostname }) };
}
