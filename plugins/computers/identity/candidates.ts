import type { Reader } from '../../../src/kit/data/reader.ts';
import type { Claim } from './claim.ts';
import { isContainer } from './kind-of-machine.ts';
import { computersNamed } from './named.ts';
import {
  computersByHand,
  computersOfMac,
  computersOfSerial,
  computersOfUuid,
  containersNamed,
  type KnownComputer,
} from './queries.ts';

/** The records that share an identifier with a report, each once. The claim holds what tells, and nothing else. */
export function candidatesOf(reader: Reader, claim: Claim): KnownComputer[] {
  const { serialnumber, uuid, macaddresses: macs = [] } = claim;
  const rows = [
    ...(serialnumber ? computersOfSerial.all(reader, { serialnumber }) : []),
    ...(uuid ? computersOfUuid.all(reader, { uuid }) : []),
    ...(macs.length > 0 ? computersOfMac.all(reader, { macs: JSON.stringify(macs) }) : []),
    ...(claim.isUnnamed ? [] : named(reader, claim)),
  ];
  return [...new Map(rows.map((row) => [row.computerid, row])).values()];
}

/** The computers of the host name; else the one that was entered under it and has not reported yet. */
function named(reader: Reader, claim: Claim): KnownComputer[] {
  const { hostname, fullhostname } = claim;
  const reported = isContainer(claim)
    ? containersNamed.all(reader, { fullhostname })
    : computersNamed(reader, fullhostname);
  if (reported.length > 0) return reported;
  for (const name of new Set([fullhostname, hostname])) {
    const byHand = computersByHand.all(reader, { name });
    if (byHand.length === 1) return byHand;
  }
  return [];
}
