import { canonicalizeUuid } from '../../../src/kit/canonical-uuid.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import { foldName } from '../../../src/kit/fold-name.ts';
import { hasDomain, shortHostName } from '../../../src/kit/host-name.ts';
import { wasReportedBefore } from '../inventory/facts.ts';
import type { IdentityClaim } from './claim.ts';
import { compareMacs, type MacComparison } from './compare-macs.ts';
import type { Comparisons } from './decide.ts';
import type { Comparison } from './decision-table.ts';
import { macsOf } from './device-queries.ts';
import type { ComputerRow } from './queries.ts';

/** Comparison of the identifiers of a report and a record. */
export type ComparisonResult = Comparisons & MacComparison;

/** A record that may match a report. */
export interface IdentityCandidate {
  record: ComputerRow;
  /** The record itself, or the one that a user merged it into. */
  current: ComputerRow;
  compared: ComparisonResult;
}

/** Compares a report with a record. The claim contains only distinctive values. */
export function compareComputer(reader: Reader, claim: IdentityClaim, record: ComputerRow): ComparisonResult {
  const own = macsOf.all(reader, { assetid: record.assetid }).map(({ address }) => address);
  const uuid = compareIdentifier(record, 'uuid', claim.uuid);
  // A serial number that is made of the UUID agrees with it and proves nothing more.
  const isOneNumber = uuid === 'agrees' && isMadeOf(claim.serialnumber, claim.uuid);
  return {
    serialnumber: isOneNumber ? 'unknown' : compareIdentifier(record, 'serialnumber', claim.serialnumber),
    uuid,
    hostname: compareName(record, claim),
    ...compareMacs(own, claim.macaddresses ?? []),
  };
}

/**
 * Reports whether a serial number ends with the digits of a UUID, in either byte order, as in virtual
 * machines.
 */
function isMadeOf(serialnumber: string | undefined, uuid: string | undefined): boolean {
  const digits = uuid?.toLowerCase().replace(/[^\da-f]/g, '') ?? '';
  if (digits.length !== 32 || !serialnumber) return false;
  const swapped = digits.replace(/^(..)(..)(..)(..)(..)(..)(..)(..)/, '$4$3$2$1$6$5$8$7');
  const own = serialnumber.toLowerCase().replace(/[^\da-z]/g, '');
  return own.endsWith(digits) || own.endsWith(swapped);
}

/** Compares a reported value with that of the record. One that a user has overwritten there agrees too. */
function compareIdentifier(
  record: ComputerRow,
  name: 'serialnumber' | 'uuid',
  value: string | undefined,
): Comparison {
  const own = record[name];
  if (!own || !value) return 'unknown';
  return isSameText(name === 'uuid' ? canonicalizeUuid(own) : own, value) ||
    wasReportedBefore(record.reported, name, value)
    ? 'agrees'
    : 'differs';
}

/**
 * Compares the names. A user may have entered another host name than the reported one, or entered it with its
 * domain; either may agree. A record that lost its host name to another record still has it as its name.
 */
function compareName(record: ComputerRow, { hostname, fullhostname, isUnnamed }: IdentityClaim): Comparison {
  if (isUnnamed) return 'unknown';
  if (record.fullhostname !== null) {
    if (isSameHost(record.fullhostname, fullhostname)) return 'agrees';
    const isEdited =
      record.hostname !== null && !isSameText(record.hostname, shortHostName(record.fullhostname));
    if (!isEdited) return 'differs';
  }
  const isEntered = (text: string | null) => text !== null && isSameHost(text, fullhostname);
  if (record.hostname !== null) return isEntered(record.hostname) ? 'agrees' : 'differs';
  if (isEntered(record.name) || wasReportedBefore(record.reported, 'hostname', hostname)) return 'agrees';
  if (record.lastreporteddate !== null) return 'differs';
  return isEntered(record.assetnumber) ? 'agrees' : 'unknown';
}

/** Reports whether two host names may be the same. Names with different domains are not. */
export const isSameHost = (one: string, other: string): boolean =>
  hasDomain(one) && hasDomain(other)
    ? isSameText(one, other)
    : isSameText(shortHostName(one), shortHostName(other));

/** Reports whether two texts are the same name, ignoring case. Null is no name. */
export const isSameText = (one: string | null, other: string): boolean =>
  one !== null && (one === other || foldName(one) === foldName(other));
