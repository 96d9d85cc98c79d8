import type { MeantPcs, PcClaim } from '../../../src/kit/contributions.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import { canonicalIdentity } from '../inventory/facts.ts';
import { identify } from './identify.ts';
import { computerOfName } from './queries.ts';
import { isStrong } from './own-claim.ts';

/**
 * The PCs that somebody means who says a host name, and a serial number or UUID with it: these say which one it is. By a
 * name alone it is the PC that holds it, in full or without the domain.
 */
export function meant(reader: Reader, given: PcClaim): MeantPcs {
  const claim = { ...canonicalIdentity(given), macaddresses: undefined };
  const holder = computerOfName.get(reader, given) ?? computerOfName.get(reader, claim);
  const { known, rivals } = isStrong(claim) ? identify(reader, claim) : { known: holder, rivals: [] };
  const all = [known, holder, ...rivals].flatMap((one) => one?.assetid ?? []);
  return { assetid: known?.isactive === 1 ? known.assetid : undefined, spokenof: [...new Set(all)] };
}
