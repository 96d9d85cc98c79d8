import type { PcClaim, PcMatch } from '../../../src/kit/contributions.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import { canonicalizeIdentity } from '../inventory/facts.ts';
import { hasStrongIdentifier } from './compare-claim.ts';
import { findComputersNamed, namesakesOf, selectFirstOfEachName } from './find-computers-named.ts';
import { identifyComputer } from './identify.ts';

/**
 * Returns the PCs that match a claim. A serial number and a UUID take precedence if present. MAC addresses
 * are not compared. A name alone matches the PC that has it, in full or without its domain. `assetid` is
 * undefined when there is no match, or it is retired or ambiguous.
 */
export function findPcMatch(reader: Reader, reportedClaim: PcClaim): PcMatch {
  const claim = { ...canonicalizeIdentity(reportedClaim), macaddresses: undefined };
  const named = findComputersNamed(reader, reportedClaim.hostname);
  const byName = { known: named[0], rivals: [], namesakes: namesakesOf(named) };
  const { known, rivals, namesakes } = hasStrongIdentifier(claim) ? identifyComputer(reader, claim) : byName;
  const spoken = namesakes.length > 0 ? named : selectFirstOfEachName(named);
  const all = [known, ...spoken, ...rivals].flatMap((one) => one?.assetid ?? []);
  const isKnown = known?.isactive === 1 && namesakes.length === 0;
  return { assetid: isKnown ? known.assetid : undefined, candidates: [...new Set(all)], namesakes };
}

/** Returns the assets of the active computers that a host name may mean. */
export const findPcsNamed = (reader: Reader, hostname: string): number[] =>
  findComputersNamed(reader, hostname)
    .filter(({ isactive }) => isactive === 1)
    .map(({ assetid }) => assetid);
