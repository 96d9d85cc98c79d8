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
import { isTellingUuid } from './telling.ts';

/** The records that share an identifier with a report, each once. `macs` are the addresses of it that tell. */
export function candidatesOf(reader: Reader, claim: Claim, macs: readonly string[]): KnownComputer[] {
  const { hostname, serialnumber, uuid } = claim;
  const rows = [
    ...(serialnumber ? computersOfSerial.all(reader, { serialnumber }) : []),
    ...(uuid && isTellingUuid(reader, uuid) ? computersOfUuid.all(reader, { uuid }) : []),
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
