import type { IdentityClaim } from './claim.ts';
import type { ComparisonResult, IdentityCandidate } from './compare.ts';

/**
 * Returns why a report of another computer may belong to this record, in one sentence. Returns undefined when
 * they share nothing relevant. A common MAC address is mentioned only when the new record is created, because
 * docks move between PCs.
 */
export function reasonOf(
  claim: IdentityClaim,
  { current, compared }: IdentityCandidate,
  isNew: boolean,
): string | undefined {
  const shared = describeShared(claim, compared, isNew);
  if (!shared) return undefined;
  const difference = differenceOf(claim, { current, compared });
  return `Two computers report ${shared}${difference ? `, ${difference}` : ''}.`;
}

function describeShared(
  claim: IdentityClaim,
  compared: ComparisonResult,
  isNew: boolean,
): string | undefined {
  if (compared.serialnumber === 'agrees') return `the serial number ${claim.serialnumber}`;
  if (compared.uuid === 'agrees') return 'one UUID';
  if (compared.hostname === 'agrees') return `the host name ${claim.fullhostname}`;
  return isNew && compared.macaddresses === 'agrees' ? 'one MAC address' : undefined;
}

function differenceOf(
  claim: IdentityClaim,
  { current, compared }: Pick<IdentityCandidate, 'current' | 'compared'>,
) {
  if (compared.serialnumber === 'differs')
    return `with the serial numbers ${current.serialnumber} and ${claim.serialnumber}`;
  if (compared.uuid === 'differs') return `with the UUIDs ${current.uuid} and ${claim.uuid}`;
  if (compared.macaddresses === 'differs') return 'with different network adapters';
  if (compared.hostname === 'differs' && current.hostname !== null)
    return `with the host names ${current.fullhostname ?? current.hostname} and ${claim.fullhostname}`;
  return undefined;
}
