import type { PcClaim } from '../../src/kit/contributions.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { isOwnClaim } from '../computers/index.ts';
import { canonicalHostname, tellingSerial } from './names.ts';
import { letInAs } from './queries.ts';

/**
 * Whether the PC of a credential may call itself so: as its record says, or as a person read it who let it in. That
 * person may have chosen a record that knows neither the name nor the serial number.
 */
export const isOwn = (reader: Reader, assetid: number, claim: PcClaim): boolean =>
  isOwnClaim(reader, assetid, claim) || isAsLetIn(reader, assetid, claim);

function isAsLetIn(reader: Reader, assetid: number, claim: PcClaim): boolean {
  const request = letInAs.get(reader, { assetid });
  if (!request) return false;
  const approved = tellingSerial(request.serialnumber)?.toLowerCase();
  const given = tellingSerial(claim.serialnumber ?? '')?.toLowerCase();
  if (approved && given) return approved === given;
  return canonicalHostname(claim.hostname) === request.hostname.toLowerCase();
}
