import { isMerged } from '../../../src/features/catalog/index.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import { findComputerCandidates } from './candidates.ts';
import type { IdentityClaim, Rival } from './claim.ts';
import { type ComparisonResult, compareComputer, type IdentityCandidate } from './compare.ts';
import { hasStrongIdentifier } from './compare-claim.ts';
import { decide } from './decide.ts';
import { compareScores } from './decision-table.ts';
import { filterDistinctiveIdentifiers } from './distinctive-identifiers.ts';
import { namesakesOf } from './find-computers-named.ts';
import { findObviousRecord } from './find-obvious-record.ts';
import { isContainer, isVirtual } from './kind-of-machine.ts';
import { hasMark, isSplit } from './marks.ts';
import { type ComputerRow, computerOfAsset, makeOf } from './queries.ts';
import { reasonOf } from './reason.ts';
import { resolveMerged } from './resolve-merged.ts';

export interface IdentifyResult {
  /**
   * The record of the computer; undefined for a new computer. An inactive record without a replacement is
   * returned only if there is no other.
   */
  known?: ComputerRow;
  /**
   * True when the record belonged to another computer since the reporting computer last reported, and now
   * returns to the reporting one.
   */
  isReturn: boolean;
  /**
   * True when the other facts of the record are from another computer, or from the reporting one before it
   * was reinstalled.
   */
  isTakeover: boolean;
  /** Other active records that share an identifier with the report. */
  rivals: Rival[];
  /** Active assets with the reported host name, when nothing else shows which one it is. */
  namesakes: readonly number[];
}

interface RatedCandidate extends IdentityCandidate {
  isSame: boolean;
  isReturn: boolean;
  isTakeover: boolean;
}

/** Finds the record that a report belongs to, by the decision table of `decide`. */
export function identifyComputer(reader: Reader, reportedClaim: IdentityClaim): IdentifyResult {
  const claim = filterDistinctiveIdentifiers(reader, reportedClaim);
  const obvious = findObviousRecord(reader, claim);
  if (obvious) return { known: obvious, isReturn: false, isTakeover: false, rivals: [], namesakes: [] };
  const { records, twins } = findComputerCandidates(reader, claim);
  const candidates = compareAll(reader, claim, records);
  const outcomes = candidates.map((one) => decideCandidate(reader, claim, one, candidates));
  const [best] = outcomes.filter(({ isSame }) => isSame).sort(compareCandidates);
  const known = best?.current;
  const rivals = outcomes
    .filter(({ current }) => current.isactive === 1 && current.assetid !== known?.assetid)
    .flatMap((one) => {
      const reason = reasonOf(claim, one, known === undefined);
      return reason ? [{ assetid: one.current.assetid, reason }] : [];
    });
  return {
    known,
    isReturn: best?.isReturn ?? false,
    isTakeover: best?.isTakeover ?? false,
    rivals,
    namesakes: isByNameAlone(outcomes) ? namesakesIn(reader, claim, { outcomes, twins }) : [],
  };
}

/** Compares a report with records of its kind. Containers and machines never match each other. */
const compareAll = (
  reader: Reader,
  claim: IdentityClaim,
  records: readonly ComputerRow[],
): IdentityCandidate[] =>
  records
    .filter(({ iscontainer }) => (iscontainer === 1) === isContainer(claim))
    .map((record) => ({
      record,
      current: resolveMerged(reader, record, (assetid) => computerOfAsset.get(reader, { assetid })),
      compared: compareComputer(reader, claim, record),
    }));

/** Reports whether records match a report by its host name only. */
function isByNameAlone(outcomes: readonly RatedCandidate[]): boolean {
  const alike = outcomes.filter(({ isSame }) => isSame);
  const isCertain = alike.some(({ compared }) =>
    (['serialnumber', 'uuid', 'macaddresses'] as const).some((name) => compared[name] === 'agrees'),
  );
  return alike.length > 0 && !isCertain;
}

/** Returns the active assets that the host name of a report may mean; none when it means only one. */
function namesakesIn(
  reader: Reader,
  claim: IdentityClaim,
  { outcomes, twins }: { outcomes: readonly RatedCandidate[]; twins: readonly ComputerRow[] },
): number[] {
  const others = compareAll(reader, claim, twins).map((twin) =>
    decideCandidate(reader, claim, twin, outcomes),
  );
  return namesakesOf([...outcomes, ...others].flatMap(({ isSame, current }) => (isSame ? [current] : [])));
}

function decideCandidate(
  reader: Reader,
  claim: IdentityClaim,
  candidate: IdentityCandidate,
  all: readonly IdentityCandidate[],
): RatedCandidate {
  const { record, compared } = candidate;
  const merged = isMerged(reader, record.assetid) && isFamiliar(reader, claim, candidate);
  const { isSame } = decide(compared, {
    merged,
    container: isContainer(claim),
    shared: isShared(reader, candidate, all),
    virtual: mayBeClone(compared) && (isVirtual(claim) || isVirtualRecord(reader, record)),
    strong: hasStrongIdentifier(record) && hasStrongIdentifier(claim),
    docked: compared.docked,
  });
  const isWeak = !hasStrongIdentifier(record) && !hasStrongIdentifier(claim);
  const isBack = (): boolean => {
    // The same host name means the same computer, which alternates between two adapters.
    if (compared.hostname !== 'differs') return false;
    if (compared.macaddresses === 'differs')
      return hasMark(reader, record, 'mac', 'former', claim.macaddresses ?? []);
    return isWeak && hasMark(reader, record, 'hostname', 'former', [claim.hostname]);
  };
  const isOther = !merged && hasNameOfAnother(reader, claim, candidate);
  const isReturn = isSame && !isOther && !merged && isBack();
  return {
    ...candidate,
    isSame: isSame && !isOther,
    isReturn,
    isTakeover: isReturn || (!merged && isReplaced(compared)),
  };
}

/**
 * Reports whether a report without serial number and UUID has the name of another computer. Either the record
 * returned to its own computer, or a report with a serial number or UUID renamed it again.
 */
function hasNameOfAnother(
  reader: Reader,
  claim: IdentityClaim,
  { record, compared }: IdentityCandidate,
): boolean {
  if (hasStrongIdentifier(claim) || compared.hostname !== 'differs') return false;
  return hasMark(reader, record, 'hostname', hasStrongIdentifier(record) ? 'weak' : 'other', [
    claim.hostname,
  ]);
}

/** Reports whether everything that agrees is what a clone shares with its original. */
const mayBeClone = ({ serialnumber, uuid, hostname, macaddresses }: ComparisonResult): boolean =>
  serialnumber === 'agrees' && uuid === 'agrees' && hostname === 'differs' && macaddresses !== 'agrees';

/** Reports whether a record is of a virtual machine, by its reports, manufacturer or model. */
function isVirtualRecord(reader: Reader, record: ComputerRow): boolean {
  if (record.isvirtual === 1) return true;
  const make = makeOf.get(reader, record);
  return isVirtual({ manufacturer: make?.vendor, model: make?.modelnumber });
}

/**
 * Reports whether a merged record has reported with the host name or a MAC address of a report, now or
 * before.
 */
function isFamiliar(reader: Reader, claim: IdentityClaim, { record, compared }: IdentityCandidate): boolean {
  if (compared.hostname === 'agrees' || compared.macaddresses === 'agrees') return true;
  const { hostname } = claim;
  if ((['former', 'weak'] as const).some((owner) => hasMark(reader, record, 'hostname', owner, [hostname])))
    return true;
  return hasMark(reader, record, 'mac', 'former', claim.macaddresses ?? []);
}

const isReplaced = ({ hostname, macaddresses }: ComparisonResult): boolean =>
  hostname === 'differs' && macaddresses === 'differs';

/**
 * Reports whether other computers share the serial number or UUID that agrees. Either two computers
 * alternated at the record, or another active record that has reported agrees in the same numbers.
 */
function isShared(reader: Reader, candidate: IdentityCandidate, all: readonly IdentityCandidate[]): boolean {
  const strong = (['serialnumber', 'uuid'] as const).filter((name) => candidate.compared[name] === 'agrees');
  if (strong.length === 0) return false;
  if (isSplit(reader, candidate.record)) return true;
  return all.some(
    ({ current, compared }) =>
      current.assetid !== candidate.current.assetid &&
      current.isactive === 1 &&
      current.lastreporteddate !== null &&
      strong.every((name) => compared[name] === 'agrees'),
  );
}

/**
 * Orders active computers first, then those with more agreements. Ties are decided by MAC address, host name
 * and age.
 */
function compareCandidates(one: RatedCandidate, other: RatedCandidate): number {
  const score = ({ record, current, compared }: RatedCandidate) => [
    current.isactive,
    ['serialnumber', 'uuid', 'hostname', 'macaddresses'].filter(
      (name) => compared[name as keyof ComparisonResult] === 'agrees',
    ).length,
    Number(compared.macaddresses === 'agrees'),
    Number(compared.hostname === 'agrees'),
    -record.computerid,
  ];
  return compareScores(score(one), score(other));
}
