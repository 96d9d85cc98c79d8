import type { PcClaim } from '../../src/kit/contributions.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { keepDistinctiveSerial } from '../../src/kit/placeholder-values.ts';
import { compareClaim, hasStrongIdentifier } from '../computers/index.ts';
import { canonicalizeHostname } from './names.ts';
import { computerOf, lastApproval } from './queries.ts';

/**
 * Reports whether the owner of a credential may use the claimed identity. The serial number of its record or
 * of its approved enrollment request suffices, whatever the host name. The UUID suffices if serial numbers
 * cannot be compared. Otherwise, a claim with a serial number or UUID must not have another record among its
 * `candidates`. The current host name of the record then suffices. Without a contradicting number, a name
 * that the record lost to another PC also does. So does the name in the approved request, unless the record
 * has a name and another candidate exists.
 */
export function isOwnClaim(
  reader: Reader,
  assetid: number,
  claim: PcClaim,
  candidates: readonly number[],
): boolean {
  const { identity, name } = compareClaim(reader, assetid, claim);
  const approval = compareWithApproval(reader, assetid, claim);
  if (identity || approval.serial) return true;
  const isOfOthers = candidates.some((other) => other !== assetid);
  // The serial number or UUID of another record belongs to another PC, whatever the host name.
  if (hasStrongIdentifier(claim) && isOfOthers) return false;
  if (name === 'held') return true;
  if (identity === false || approval.serial === false) return false;
  if (name === 'givenup') return true;
  const isNameless = computerOf.get(reader, { assetid })?.hostname === null;
  return approval.isNamed && (isNameless || !isOfOthers);
}

/**
 * Compares a claim with the newest enrollment request whose credential was issued. The admin may have chosen
 * a record that has neither the name nor the serial number.
 */
function compareWithApproval(
  reader: Reader,
  assetid: number,
  claim: PcClaim,
): { serial: boolean | undefined; isNamed: boolean } {
  const request = lastApproval.get(reader, { assetid });
  if (!request) return { serial: undefined, isNamed: false };
  const approved = keepDistinctiveSerial(request.serialnumber)?.toLowerCase();
  const serialnumber = keepDistinctiveSerial(claim.serialnumber ?? '')?.toLowerCase();
  return {
    serial: approved && serialnumber ? approved === serialnumber : undefined,
    isNamed: canonicalizeHostname(claim.hostname) === request.hostname.toLowerCase(),
  };
}
