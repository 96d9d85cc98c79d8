import { standsFor } from '../../../src/features/catalog/index.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import { macsOf } from './device-queries.ts';
import { wasSaid } from './facts.ts';
import {
  computerOfAsset,
  computerOfName,
  computersByHand,
  computersOfMac,
  computersOfSerial,
  computersOfUuid,
  type KnownComputer,
} from './identity-queries.ts';
import type { ComputerRecord } from './schema.ts';
import { isTellingUuid, tellingMacs } from './telling-identities.ts';

type Claim = Pick<ComputerRecord, 'hostname' | 'serialnumber' | 'uuid' | 'macaddresses'>;

/** A record with an identity that the report claims, and with another that it contradicts. */
export interface Rival {
  assetid: number;
  /** One sentence. */
  reason: string;
}

export interface Identified {
  known?: KnownComputer;
  rivals: Rival[];
}

/**
 * Whose report this is. A serial number tells before a UUID, that before MAC addresses, these before the host name.
 * MAC addresses count where the report or the record has neither serial number nor UUID: adapters move between PCs.
 * A record whose serial number or UUID is another one is never answered; it is a rival.
 */
export function identify(reader: Reader, claim: Claim): Identified {
  const rivals: Rival[] = [];
  const fitting = (rows: KnownComputer[], what: string) =>
    rows.filter((row) => {
      const contradiction = contradicts(reader, row, claim);
      if (contradiction && row.isactive === 1)
        rivals.push({ assetid: row.assetid, reason: `Two computers report ${what}, ${contradiction}.` });
      return contradiction === undefined;
    });
  const known =
    bySerial(reader, claim, rivals) ??
    first(reader, fitting(ofUuid(reader, claim), 'one UUID')) ??
    byMac(reader, claim) ??
    first(reader, fitting(named(reader, claim), `the host name ${claim.hostname}`));
  return { known, rivals: known ? rivals.filter(({ assetid }) => assetid !== known.assetid) : rivals };
}

const ofUuid = (reader: Reader, { uuid }: Claim): KnownComputer[] =>
  uuid && isTellingUuid(reader, uuid) ? computersOfUuid.all(reader, { uuid }) : [];

function bySerial(reader: Reader, claim: Claim, rivals: Rival[]): KnownComputer | undefined {
  const { serialnumber } = claim;
  if (!serialnumber) return undefined;
  const rows = distinct(computersOfSerial.all(reader, { serialnumber }).map((row) => standing(reader, row)));
  const active = rows.filter(({ isactive }) => isactive === 1);
  const choice = active.length > 0 ? active : rows;
  const chosen =
    choice.find(({ hostname }) => sameText(hostname, claim.hostname)) ??
    choice.find(({ uuid }) => sameText(uuid, claim.uuid)) ??
    choice[0];
  // Two records that people entered, or that an earlier version made.
  for (const { assetid } of active)
    if (assetid !== chosen?.assetid)
      rivals.push({ assetid, reason: `Two records have the serial number ${serialnumber}.` });
  return chosen;
}

function byMac(reader: Reader, claim: Claim): KnownComputer | undefined {
  const macs = tellingMacs(reader, claim.macaddresses);
  if (macs.length === 0) return undefined;
  const isTold = isStrong(claim);
  const rows = computersOfMac
    .all(reader, { macs: JSON.stringify(macs) })
    .filter((row) => !isTold || !isStrong(row));
  const choice = distinct(rows.map((row) => standing(reader, row)));
  const active = choice.filter(({ isactive }) => isactive === 1);
  const [only, ...others] = active.length > 0 ? active : choice;
  if (others.length === 0) return only;
  // A dock that several PCs use: the name says which of them it is.
  return choice.find(({ hostname }) => sameText(hostname, claim.hostname));
}

function named(reader: Reader, { hostname }: Claim): KnownComputer[] {
  const holder = computerOfName.get(reader, { hostname });
  if (holder) return [holder];
  const byHand = computersByHand.all(reader, { name: hostname });
  return byHand.length === 1 ? byHand : [];
}

/** What is different about two that can be compared: the serial numbers, else the UUIDs, else the adapters. */
function contradicts(reader: Reader, row: KnownComputer, claim: Claim): string | undefined {
  if (row.serialnumber && claim.serialnumber) {
    const isSame = sameText(row.serialnumber, claim.serialnumber);
    // A person wrote another serial number over the one that the agent goes on to report.
    if (isSame || wasSaid(row.reported, 'serialnumber', claim.serialnumber)) return undefined;
    return `with the serial numbers ${row.serialnumber} and ${claim.serialnumber}`;
  }
  if (row.uuid && claim.uuid)
    return sameText(row.uuid, claim.uuid) ? undefined : `with the UUIDs ${row.uuid} and ${claim.uuid}`;
  // One is known by its serial number alone, the other by its UUID: the adapters say whether they are one.
  if (isStrong(row) && isStrong(claim) && haveOtherMacs(reader, row, claim))
    return 'with different network adapters';
  return undefined;
}

const isStrong = ({ serialnumber, uuid }: { serialnumber?: string | null; uuid?: string | null }): boolean =>
  Boolean(serialnumber || uuid);

function haveOtherMacs(reader: Reader, { assetid }: KnownComputer, { macaddresses = [] }: Claim): boolean {
  const own = macsOf.all(reader, { assetid }).map(({ address }) => address);
  return own.length > 0 && macaddresses.length > 0 && !own.some((mac) => macaddresses.includes(mac));
}

const first = (reader: Reader, rows: KnownComputer[]) => rows[0] && standing(reader, rows[0]);

/** The record itself, or the one that somebody said is the same. */
function standing(reader: Reader, row: KnownComputer): KnownComputer {
  if (row.isactive === 1) return row;
  const assetid = standsFor(reader, row.assetid);
  return assetid === row.assetid ? row : (computerOfAsset.get(reader, { assetid }) ?? row);
}

const distinct = (rows: KnownComputer[]) => [...new Map(rows.map((row) => [row.computerid, row])).values()];

const sameText = (one: string | null | undefined, other: string | null | undefined) =>
  one != null && other != null && one.toLowerCase() === other.toLowerCase();
