import type { PcClaim } from '../../../src/kit/contributions.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import { cleanHostName, hasDomain, shortHostName } from '../../../src/kit/host-name.ts';
import { dropPlaceholder } from '../../../src/kit/placeholder-values.ts';
import { wasReportedBefore } from '../inventory/facts.ts';
import { isSameHost, isSameText } from './compare.ts';
import { type ComputerRow, computerOfAsset } from './queries.ts';

/** Result of comparing the identity that a PC claims with a record. */
export interface ClaimComparison {
  /**
   * True when the serial number agrees, or the UUID if the serial numbers cannot be compared. Undefined when
   * neither can be compared.
   */
  identity: boolean | undefined;
  /**
   * `held`: the record has the claimed host name. `givenup`: the record lost this host name to another
   * record. Undefined otherwise.
   */
  name: 'held' | 'givenup' | undefined;
}

/**
 * Compares the identity that a PC claims with one record. Without a computer of this asset, both results are
 * undefined.
 */
export function compareClaim(reader: Reader, assetid: number, claim: PcClaim): ClaimComparison {
  const own = computerOfAsset.get(reader, { assetid });
  if (!own) return { identity: undefined, name: undefined };
  return {
    identity: hasNumber(own, 'serialnumber', claim) ?? hasNumber(own, 'uuid', claim),
    name: nameIn(own, claim.hostname),
  };
}

/** Reports whether a claim or a record has a serial number or a UUID that is not a placeholder. */
export const hasStrongIdentifier = ({
  serialnumber,
  uuid,
}: Pick<PcClaim, 'serialnumber' | 'uuid'>): boolean =>
  dropPlaceholder(serialnumber ?? undefined) !== undefined ||
  dropPlaceholder(uuid ?? undefined) !== undefined;

function nameIn(own: ComputerRow, text: string): ClaimComparison['name'] {
  const hostname = cleanHostName(text);
  const forms = [hostname, shortHostName(hostname)];
  const { hostname: storedName, fullhostname, name, reported } = own;
  // The same name in another domain belongs to another PC.
  const isOfDomain =
    fullhostname !== null && hasDomain(fullhostname) && isSameText(storedName, shortHostName(fullhostname));
  if (isOfDomain && !isSameHost(fullhostname, hostname)) return undefined;
  if (storedName !== null) return isSameHost(storedName, hostname) ? 'held' : undefined;
  return forms.some((form) => isSameText(name, form) || wasReportedBefore(reported, 'hostname', form))
    ? 'givenup'
    : undefined;
}

/**
 * Reports whether a number agrees. Returns undefined when the record or the claim has none. A reported value
 * that a user has overwritten agrees too.
 */
function hasNumber(own: ComputerRow, identity: 'serialnumber' | 'uuid', claim: PcClaim): boolean | undefined {
  const value = dropPlaceholder(claim[identity] ?? undefined);
  const normalized = identity === 'uuid' ? value?.toLowerCase() : value;
  if (!own[identity] || !normalized) return undefined;
  return isSameText(own[identity], normalized) || wasReportedBefore(own.reported, identity, normalized);
}
