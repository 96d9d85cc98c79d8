import type { Reader } from '../../../src/kit/data/reader.ts';
import type { IdentityClaim } from './claim.ts';
import { compareComputer } from './compare.ts';
import { isContainer } from './kind-of-machine.ts';
import { type ComputerRow, computersOfSerial } from './queries.ts';

/**
 * Returns the active record that is alone with the serial number of a report and agrees in all that the report states:
 * host name, a MAC address, and the UUID if the report has one. No other record can fit better, and nothing decides
 * otherwise. Most reports are such repeated ones, and take less than half the statements. The claim has identifying values
 * alone.
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
