import type { PcClaim } from '../../../src/kit/contributions.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import { shortName } from '../glpi/index.ts';
import { genuine } from '../glpi/placeholder-values.ts';
import { wasSaid } from './facts.ts';
import { computerOfAsset, type KnownComputer } from './identity-queries.ts';

/**
 * Whether a PC that is known to be this record may call itself so. Its own name will do; under another one it was
 * renamed when its serial number is its own, or its UUID where the serial numbers cannot be compared. Else the claim is
 * that of another PC: of a copy of its disk, or of whoever took the credential along.
 */
export function isOwnClaim(reader: Reader, assetid: number, claim: PcClaim): boolean {
  const own = computerOfAsset.get(reader, { assetid });
  if (!own) return false;
  if (isSame(own.hostname, claim.hostname) || isSame(own.hostname, shortName(claim.hostname))) return true;
  return isSaid(own, 'serialnumber', claim) ?? isSaid(own, 'uuid', claim) ?? false;
}

/** Undefined where the record or the claim has none. What a person wrote over it was its own before. */
function isSaid(own: KnownComputer, identity: 'serialnumber' | 'uuid', claim: PcClaim): boolean | undefined {
  const given = genuine(claim[identity] ?? undefined);
  const told = identity === 'uuid' ? given?.toLowerCase() : given;
  if (!own[identity] || !told) return undefined;
  return isSame(own[identity], told) || wasSaid(own.reported, identity, told);
}

const isSame = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();
