import type { Reader } from '../../../src/kit/data/reader.ts';
import type { IdentityClaim } from './claim.ts';
import { findComputersNamed, selectFirstOfEachName } from './find-computers-named.ts';
import { isContainer } from './kind-of-machine.ts';
import {
  type ComputerRow,
  computersByHand,
  computersOfMac,
  computersOfSerial,
  computersOfUuid,
  containersByName,
} from './queries.ts';

/** Records that may match a report. */
interface Candidates {
  /** The records that share an identifier with the report, each once. */
  records: ComputerRow[];
  /**
   * Records outside `records` with the same full name as one of them. If only the name identifies the
   * computer, the report may mean each of them.
   */
  twins: ComputerRow[];
}

/**
 * Finds the records that share an identifier with a report; of machines that share only a full name, the
 * first. The claim contains only distinctive values.
 */
export function findComputerCandidates(reader: Reader, claim: IdentityClaim): Candidates {
  const { serialnumber, uuid, macaddresses: macs = [] } = claim;
  const named = claim.isUnnamed ? [] : findNamed(reader, claim);
  const rows = [
    ...(serialnumber ? computersOfSerial.all(reader, { serialnumber }) : []),
    ...(uuid ? computersOfUuid.all(reader, { uuid }) : []),
    ...(macs.length > 0 ? computersOfMac.all(reader, { macs: JSON.stringify(macs) }) : []),
    ...(isContainer(claim) ? named : selectFirstOfEachName(named)),
  ];
  const records = new Map(rows.map((row) => [row.computerid, row]));
  return { records: [...records.values()], twins: named.filter((row) => !records.has(row.computerid)) };
}

/**
 * Returns the computers with the host name, or else the one that a user entered under it and that has not
 * reported yet. Returns none when several were entered. For a container, only containers have the name.
 */
function findNamed(reader: Reader, claim: IdentityClaim): ComputerRow[] {
  const { hostname, fullhostname } = claim;
  const reported = isContainer(claim)
    ? containersByName.all(reader, { fullhostname })
    : findComputersNamed(reader, fullhostname);
  if (reported.length > 0) return reported;
  for (const name of new Set([fullhostname, hostname])) {
    const byHand = computersByHand.all(reader, { name });
    if (byHand.length === 1) return byHand;
  }
  return [];
}
