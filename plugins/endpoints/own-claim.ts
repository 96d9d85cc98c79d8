import type { PcClaim } from '../../src/kit/contributions.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { keepDistinctiveSerial } from '../../src/kit/placeholder-values.ts';
import { compareClaim, hasStrongIdentifier } from '../computers/index.ts';
import { canonicalizeHostname } from './names.ts';
import { computerOf, lastApproval } from './queries.ts';

/**
 * Reports whether the owner of a credential may use the claimed identity. The claim must match its record, or
 * the enrollment request that an admin approved. A matching serial number is sufficient, whatever the host
 * name, because the PC may have been renamed. Without one, the host name must be that of its record, or the
 * one the record lost to another PC. The last parameter lists the records that the claim may refer to.
 */
export function isOwnClaim(
  reader: Reader,
  assetid: number,
  claim: PcClaim,
  spokenof: readonly number[],
): boolean {
  const { identity, name } = compareClaim(reader, assetid, claim);
  const letIn = asLetIn(reader, assetid, claim);
  if (identity || letIn.serial) return true;
  const isOfOthers = spokenof.some((other) => other !== assetid);
  // The serial number or UUID of another record belongs to another PC, whatever the host name.
  if (hasStrongIdentifier(claim) && isOfOthers) return false;
  if (name === 'held') return true;
  if (identity === false || letIn.serial === false) return false;
  if (name === 'givenup') return true;
  const isNameless = computerOf.get(reader, { assetid })?.hostname === null;
  return letIn.isNamed && (isNameless || !isOfOthers);
}

/**
 * Compares a claim with the approved enrollment request. The admin may have chosen a record that has neither
 * the name nor the serial number.
 */
function asLetIn(
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
