import type { Reader } from '../../../src/kit/data/reader.ts';
import type { IdentityClaim } from './claim.ts';
import { compareComputer } from './compare.ts';
import { isContainer } from './kind-of-machine.ts';
import { type ComputerRow, computersOfSerial } from './queries.ts';

/**
 * Returns the record of a report that clearly repeats an earlier one. It must be the only record with the
 * serial number, and be active. Host name, a MAC address, and the UUID if present must agree too. No other
 * record can match better, so the decision table would have the same result. Most reports are of this kind,
 * and this check takes less than half the statements. The claim contains only distinctive values.
 */
export function findObviousRecord(reader: Reader, claim: IdentityClaim): ComputerRow | undefined {
  const { serialnumber, uuid, isUnnamed } = claim;
  if (!serialnumber || isUnnamed || isContainer(claim)) return undefined;
  const [record, ...others] = computersOfSerial.all(reader, { serialnumber });
  if (record?.isactive !== 1 || record.iscontainer === 1 || others.length > 0) return undefined;
  const compared = compareComputer(reader, claim, record);
  const isCertain =
    compared.serialnumber === 'agrees' &&
    compared.hostname === 'agrees' &&
    compared.macaddresses === 'agrees' &&
    (!uuid || compared.uuid === 'agrees');
  return isCertain ? record : undefined;
}
