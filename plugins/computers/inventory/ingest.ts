import { recordCollision } from '../../../src/features/catalog/index.ts';
import { assets } from '../../../src/features/catalog/tables.ts';
import type { Collector } from '../../../src/kit/contributions.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import type { IgnoredFields } from '../../../src/kit/ignored-fields.ts';
import { ambiguousHostnameError } from '../../../src/kit/pc-identity.ts';
import { filterDistinctiveMacs } from '../identity/distinctive-identifiers.ts';
import { type IdentifyResult, identifyComputer } from '../identity/identify.ts';
import { isContainer, isVirtualSystem } from '../identity/kind-of-machine.ts';
import {
  type ComputerRow,
  computerOfAsset,
  computerOfName,
  otherAssetsOfMac,
  otherAssetsOfSerial,
} from '../identity/queries.ts';
import { recordMacNamesOfReport, recordReplacedIdentity } from '../identity/record-identity.ts';
import { computers } from '../tables.ts';
import { AdditionBudget } from './additions.ts';
import { syncAddresses } from './addresses.ts';
import { buildAssetColumns, buildComputerColumns, gapsOf } from './columns.ts';
import { type CanonicalRecord, canonicalizeReport, diffReport } from './facts.ts';
import { buildReportedNames, claimName, isNameFree } from './host-names.ts';
import { recordIgnored } from './ignored.ts';
import type { LastSeen } from './last-seen.ts';
import { findFreeAssetNumber } from './numbers.ts';
import { isOfAdapter, syncParts } from './parts.ts';
import { computerTypeByName, saveVirtual, stampInventory } from './queries.ts';
import type { ComputerRecord } from './schema.ts';
import { type SoftwareWork, syncApps } from './software.ts';
import { fillMissingLists, NO_ASSET_FACTS, NO_COMPUTER_FACTS } from './takeover.ts';

type Outcome = ReturnType<Collector['ingest']>;

/** Who speaks of a computer. A scan of the network knows less than the computer itself: it fills gaps only. */
export interface Reporter {
  agent: string;
  isScan?: boolean;
  /** The report has no name of its own: the name of a registered computer stays. */
  isUnnamed?: boolean;
  /** The values of the report that were converted, cut or left out. */
  ignored?: IgnoredFields;
}

/**
 * Brings a computer of the register in line with what it reports. The same report twice changes nothing: what an
 * agent says is compared with what it said before, so that a person's corrections stay until the facts change. `of` is
 * the asset of a PC that showed which one it is: then nothing is guessed.
 */
export function ingestComputer(
  tx: Tx,
  lastSeen: LastSeen,
  report: ComputerRecord,
  reporter: Reporter,
  of?: number,
): Outcome {
  const mark = tx.journal.length;
  const matched = matchRecord(tx, report, reporter, of);
  const { identified, found, claim, before } = matched;
  const additions = new AdditionBudget(of === undefined ? undefined : found?.computerid);
  const { facts, reported } = diffReport(claim, reporter.agent, before);
  // Whoever had to give way for its host name takes it once it is free.
  if (found?.hostname === null && isNameFree(tx, found, claim.hostname)) facts.hostname = claim.hostname;
  const isMoved = facts.hostname !== undefined || facts.macaddresses !== undefined;
  if (identified.known && isMoved && !reporter.isScan)
    recordReplacedIdentity(tx, identified.known, claim, identified);
  const { computerid, assetid } = found ?? create(tx, claim, additions);
  if (isMoved) recordMacNamesOfReport(tx, claim);
  if (!reporter.isScan) recordIgnored(tx, computerid, reporter.ignored);
  for (const rival of identified.rivals) recordCollision(tx, assetid, rival.assetid, rival.reason);
  const target = { ...matched, computerid, assetid, isScan: reporter.isScan ?? false, additions };
  const apps = isEmpty(facts) ? undefined : apply(tx, target, facts);
  const isMore = apps?.next(tx) ?? false;
  // While programs are left to be recorded, the computer is known as one that has not told of them.
  const { reported: untold } = isMore
    ? diffReport({ ...claim, installedapps: undefined }, reporter.agent, before)
    : { reported };
  // A retired one is looked for by when it last reported: that is said at once.
  if (isEmpty(facts) && found?.isactive === 1) lastSeen.add(computerid, tx.at);
  // Outside the journal: digests and a stamp are no history that a person would read.
  else stampInventory.run(tx, { computerid, reported: untold, at: tx.at });
  const isChanged = tx.journal.length > mark || apps !== undefined;
  const outcome = found ? (isChanged ? 'updated' : 'unchanged') : 'created';
  const auditDetails = apps && { auditDetails: { software: apps.change } };
  if (!apps || !isMore) return { outcome, assetid, ...auditDetails };
  return { outcome, assetid, ...auditDetails, ingestMore: restOf(apps, { computerid, untold, reported }) };
}

/** The record that a report is written to, and the report as it is compared with what the record knows. */
interface MatchedRecord {
  identified: IdentifyResult;
  found: ComputerRow | undefined;
  claim: CanonicalRecord;
  /** The earlier reports of this computer by agent; null for a computer that takes the record over. */
  before: string | null;
}

function matchRecord(
  tx: Tx,
  report: ComputerRecord,
  { isUnnamed, isScan }: Reporter,
  of: number | undefined,
): MatchedRecord {
  const given = canonicalizeReport(report);
  const match = of === undefined ? identifyComputer(tx, { ...given, isUnnamed }) : recordOf(tx, of);
  // A scan knows less than the computer itself, and takes nothing from the record.
  const identified = isScan ? { ...match, isReturn: false, isTakeover: false } : match;
  const { known, isTakeover, namesakes } = identified;
  if (namesakes.length > 0) throw ambiguousHostnameError(report.hostname, namesakes);
  const found = known ?? adopt(tx, given);
  const claim = isTakeover ? fillMissingLists(given) : given;
  const before = isTakeover ? null : (found?.reported ?? null);
  if (!isUnnamed || !found?.hostname) return { identified, found, claim, before };
  const { hostname, fullhostname } = found;
  return { identified, found, claim: { ...claim, hostname, fullhostname: fullhostname ?? hostname }, before };
}

/** Returns what later transactions write: the programs that are left, until another report of the computer comes. */
const restOf =
  (apps: SoftwareWork, state: { computerid: number; untold: string; reported: string }) =>
  (tx: Tx): boolean => {
    const { computerid, untold, reported } = state;
    if (tx.row(computers, computerid)?.reported !== untold) return false;
    if (apps.next(tx)) return true;
    stampInventory.run(tx, { computerid, reported, at: tx.at });
    return false;
  };

/** The computers that a report speaks of: the one that it is about, then those that it may be taken for. */
export function listReportedComputers(reader: Reader, report: ComputerRecord): number[] {
  const claim = canonicalizeReport(report);
  const { known, rivals, namesakes } = identifyComputer(reader, claim);
  const named = computerOfName.get(reader, claim);
  const records = [known, named, ...rivals].flatMap((one) => (one ? [one.assetid] : []));
  return [...new Set([...records, ...namesakes])];
}

/** The record of a PC that showed which one it is. */
const recordOf = (tx: Tx, assetid: number): IdentifyResult => ({
  known: computerOfAsset.get(tx, { assetid }),
  isReturn: false,
  isTakeover: false,
  rivals: [],
  namesakes: [],
});

const isEmpty = (facts: object) => Object.keys(facts).length === 0;

/** Whose facts are written, and what may be added by them to the lists that all share. */
interface Target extends MatchedRecord {
  computerid: number;
  assetid: number;
  isScan: boolean;
  additions: AdditionBudget;
}

/** Writes what is new; answers what there is to do about the software. */
function apply(tx: Tx, target: Target, facts: Partial<CanonicalRecord>): SoftwareWork | undefined {
  const { identified, found, computerid, assetid, isScan, additions } = target;
  if (found) update(tx, found, facts, target);
  const { isTakeover } = identified;
  syncAddresses(tx, assetid, { ...facts, isTakeover }, isScan ? 'discovered' : 'reported');
  if (facts.hardware && !isScan) {
    const stays = isTakeover ? undefined : isOfAdapter(tx, assetid);
    syncParts(tx, computerid, facts.hardware.parts ?? {}, stays);
  }
  const work = facts.installedapps && syncApps(tx, computerid, facts.installedapps, additions);
  return work && work.change.added + work.change.changed + work.change.removed > 0 ? work : undefined;
}

function update(
  tx: Tx,
  found: ComputerRow,
  facts: Partial<CanonicalRecord>,
  { isScan, identified, additions, claim }: Target,
): void {
  const { assetid, computerid } = found;
  const { isTakeover } = identified;
  const ofAsset = { ...(isTakeover && NO_ASSET_FACTS), ...buildAssetColumns(tx, facts, additions) };
  const ofComputer = {
    ...(isTakeover && NO_COMPUTER_FACTS),
    ...buildComputerColumns(tx, facts, additions, isTakeover ? undefined : found),
  };
  if (facts.hostname && !(isScan && found.hostname !== null))
    ofComputer.hostname = claimName(tx, found, claim);
  if (facts.fullhostname && !isScan) {
    const { name, fullhostname } = buildReportedNames(found, claim);
    if (name) ofAsset.name = name;
    if (fullhostname) ofComputer.fullhostname = fullhostname;
  }
  const isvirtual = isVirtualSystem(facts.vmsystem) ? 1 : 0;
  if ((facts.vmsystem !== undefined || isTakeover) && found.isvirtual !== isvirtual)
    saveVirtual.run(tx, { computerid, isvirtual });
  // Nobody's serial number is written over: by that one the record is known.
  if (found.serialnumber !== null) delete ofAsset.serialnumber;
  tx.update(assets, assetid, isScan ? gapsOf(tx.row(assets, assetid)!, ofAsset) : ofAsset);
  tx.update(computers, computerid, isScan ? gapsOf(tx.row(computers, computerid)!, ofComputer) : ofComputer);
}

function create(
  tx: Tx,
  claim: CanonicalRecord,
  additions: AdditionBudget,
): { computerid: number; assetid: number } {
  const assetid = tx.insert(assets, {
    assetnumber: findFreeAssetNumber(tx, claim),
    assettypeid: computerType(tx),
    name: claim.fullhostname,
    ...buildAssetColumns(tx, claim, additions),
  });
  const iscontainer = isContainer(claim) ? 1 : 0;
  const hostname = claimName(tx, { assetid, iscontainer }, claim);
  const computerid = tx.insert(computers, {
    assetid,
    hostname,
    fullhostname: claim.fullhostname,
    iscontainer,
    isvirtual: isVirtualSystem(claim.vmsystem) ? 1 : 0,
    ...buildComputerColumns(tx, claim, additions),
  });
  return { computerid, assetid };
}

/** A thing that a scan found without knowing what it is, and that now says that it is a computer. */
function adopt(tx: Tx, { serialnumber, macaddresses }: ComputerRecord): ComputerRow | undefined {
  const macs = filterDistinctiveMacs(tx, macaddresses);
  const [bySerial, second] = serialnumber ? otherAssetsOfSerial.all(tx, { serialnumber }) : [];
  const [byMac, another] =
    bySerial || macs.length === 0 ? [] : otherAssetsOfMac.all(tx, { macs: JSON.stringify(macs) });
  const thing = bySerial ?? byMac;
  if (!thing || second || another) return undefined;
  tx.update(assets, thing.assetid, { assettypeid: computerType(tx) });
  tx.insert(computers, { assetid: thing.assetid });
  return computerOfAsset.get(tx, thing);
}

const computerType = (tx: Tx): number => computerTypeByName.get(tx, { assettype: 'Computer' })!.assettypeid;
