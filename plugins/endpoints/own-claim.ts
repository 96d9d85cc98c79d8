import type { PcClaim } from '../../src/kit/contributions.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { keepDistinctiveSerial } from '../../src/kit/placeholder-values.ts';
import { compareClaim, hasStrongIdentifier } from '../computers/index.ts';
import { canonicalizeHostname } from './names.ts';
import { computerOf, lastApproval } from './queries.ts';

/**
 * Whether the PC of a credential may call itself so: as its record says, or as a person read it who let it in. Its own
 * serial number tells, whatever the name: it was renamed. Without one its name does, and so does the name that its record
 * gave up because another one holds it. `spokenof` are the records that the claim may mean.
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
  // The serial number or UUID of another record is another PC's, under whatever name.
  if (hasStrongIdentifier(claim) && isOfOthers) return false;
  if (name === 'held') return true;
  if (identity === false || letIn.serial === false) return false;
  if (name === 'givenup') return true;
  const isNameless = computerOf.get(reader, { assetid })?.hostname === null;
  return letIn.isNamed && (isNameless || !isOfOthers);
}

/** How far it is what a person let in, who may have chosen a record that knows neither the name nor the serial number. */
function asLetIn(
  reader: Reader,
  assetid: number,
  claim: PcClaim,
): { serial: boolean | undefined; isNamed: boolean } {
  const request = lastApproval.get(reader, { assetid });
  if (!request) return { serial: undefined, isNamed: false };
  const approved = keepDistinctiveSerial(request.serialnumber)?.toLowerCase();
  const given = keepDistinctiveSerial(claim.serialnumber ?? '')?.toLowerCase();
  return {
    serial: approved && given ? approved === given : undefined,
    isNamed: canonicalizeHostname(claim.hostname) === request.hostname.toLowerCase(),
  };
}
