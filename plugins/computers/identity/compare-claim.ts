import type { PcClaim } from '../../../src/kit/contributions.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import { cleanHostName, hasDomain, shortHostName } from '../../../src/kit/host-name.ts';
import { dropPlaceholder } from '../../../src/kit/placeholder-values.ts';
import { wasReportedBefore } from '../inventory/facts.ts';
import { isSameHost, isSameText } from './compare.ts';
import { type ComputerRow, computerOfAsset } from './queries.ts';

/** How far what a PC says of itself is what a record knows. */
export interface ClaimComparison {
  /**
   * Whether the serial number is the record's, or the UUID where the serial numbers cannot be compared; undefined where
   * neither can be.
   */
  identity: boolean | undefined;
  /** Held by the record, or given up because another record holds it. */
  name: 'held' | 'givenup' | undefined;
}

/** Compares what a PC says of itself with one record. */
export function compareClaim(reader: Reader, assetid: number, claim: PcClaim): ClaimComparison {
  const own = computerOfAsset.get(reader, { assetid });
  if (!own) return { identity: undefined, name: undefined };
  return {
    identity: isSaid(own, 'serialnumber', claim) ?? isSaid(own, 'uuid', claim),
    name: nameIn(own, claim.hostname),
  };
}

/** Reports whether a claim or a record has a serial number or a UUID that tells one PC from others. */
export const hasStrongIdentifier = ({
  serialnumber,
  uuid,
}: Pick<PcClaim, 'serialnumber' | 'uuid'>): boolean =>
  dropPlaceholder(serialnumber ?? undefined) !== undefined ||
  dropPlaceholder(uuid ?? undefined) !== undefined;

function nameIn(own: ComputerRow, given: string): ClaimComparison['name'] {
  const hostname = cleanHostName(given);
  const forms = [hostname, shortHostName(hostname)];
  const { hostname: held, fullhostname, name, reported } = own;
  // The same name in another domain is another PC's.
  const isOfDomain =
    fullhostname !== null && hasDomain(fullhostname) && isSameText(held, shortHostName(fullhostname));
  if (isOfDomain && !isSameHost(fullhostname, hostname)) return undefined;
  if (held !== null) return isSameHost(held, hostname) ? 'held' : undefined;
  return forms.some((form) => isSameText(name, form) || wasReportedBefore(reported, 'hostname', form))
    ? 'givenup'
    : undefined;
}

/** Undefined where the record or the claim has none. What a person wrote over it was its own before. */
function isSaid(own: ComputerRow, identity: 'serialnumber' | 'uuid', claim: PcClaim): boolean | undefined {
  const given = dropPlaceholder(claim[identity] ?? undefined);
  const told = identity === 'uuid' ? given?.toLowerCase() : given;
  if (!own[identity] || !told) return undefined;
  return isSameText(own[identity], told) || wasReportedBefore(own.reported, identity, told);
}
