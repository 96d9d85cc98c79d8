import type { Reader } from '../../../src/kit/data/reader.ts';
import type { Claim } from './identify.ts';
import {
  computerOfName,
  computersByHand,
  computersOfMac,
  computersOfSerial,
  computersOfUuid,
  type KnownComputer,
} from './queries.ts';

/** The records that share an identifier with a report, each once. The claim holds what tells, and nothing else. */
export function candidatesOf(reader: Reader, claim: Claim): KnownComputer[] {
  const { hostname, serialnumber, uuid, macaddresses: macs = [] } = claim;
  const rows = [
    ...(serialnumber ? computersOfSerial.all(reader, { serialnumber }) : []),
    ...(uuid ? computersOfUuid.all(reader, { uuid }) : []),
    ...(macs.length > 0 ? computersOfMac.all(reader, { macs: JSON.stringify(macs) }) : []),
    ...named(reader, hostname),
  ];
  return [...new Map(rows.map((row) => [row.computerid, row])).values()];
}

/** The holder of the host name; else the one that was entered under it and is silent so far. */
function named(reader: Reader, hostname: string): KnownComputer[] {
  const holder = computerOfName.get(reader, { hostname });
  if (holder) return [holder];
  const byHand = computersByHand.all(reader, { name: hostname });
  return byHand.length === 1 ? byHand : [];
}
