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
import { assetTypeByName, saveVirtual, stampInventory } from './queries.ts';
import type { ComputerRecord } from './schema.ts';
import { type SoftwareChange, type SoftwareWork, syncApps } from './software.ts';
import { fillMissingLists, NO_ASSET_FACTS, NO_COMPUTER_FACTS } from './takeover.ts';

type Outcome = ReturnType<Collector['ingest']>;

/** Source of a report. A network scan returns fewer facts than the computer itself, so it only fills gaps. */
export interface Reporter {
  agent: string;
  isScan?: boolean;
  /** The report has no name of its own, so a registered computer keeps its name. */
  isUnnamed?: boolean;
  /**
   * Number of values of the report that were converted, cut or left out, by field. Absent without such
   * values.
   */
  ignored?: IgnoredFields;
}

/**
 * Updates the record of a computer with its report, or creates it. The same report again changes nothing but
 * the time. A report is compared with the previous one of the same agent, so manual corrections stay until
 * the facts change. `of` is the asset ID of an authenticated PC, whose record is used without a search.
 * Throws 409 when only the host name matches, and several active computers have it.
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
  // A computer that lost its host name to another one gets that name again once the name is free.
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
  // While programs remain to be recorded, the stored digests do not cover them. If the work is interrupted,
  // the next report repeats it.
  const { reported: untold } = isMore
    ? diffReport({ ...claim, installedapps: undefined }, reporter.agent, before)
    : { reported };
  // Retired computers are listed by the time of their last report, so the time is written at once.
  if (isEmpty(facts) && found?.isactive === 1) lastSeen.add(computerid, tx.at);
  // The digests and the time are written outside the journal, because they are not history for users.
  else stampInventory.run(tx, { computerid, reported: untold, at: tx.at });
  const change = apps && isCounted(apps.change) ? apps.change : undefined;
  const isChanged = tx.journal.length > mark || change !== undefined;
  const outcome = found ? (isChanged ? 'updated' : 'unchanged') : 'created';
  const auditDetails = change && { auditDetails: { software: change } };
  if (!apps || !isMore) return { outcome, assetid, ...auditDetails };
  return { outcome, assetid, ...auditDetails, ingestMore: restOf(apps, { computerid, untold, reported }) };
}

/** The record that a report is written to, and the report in the form used for comparison. */
interface MatchedRecord {
  identified: IdentifyResult;
  found: ComputerRow | undefined;
  claim: CanonicalRecord;
  /**
   * Digests of the last reports of this record's agents, as JSON. Null before the first report, and when the
   * reporting computer takes the record over from another one.
   */
  before: string | null;
}

function matchRecord(
  tx: Tx,
  report: ComputerRecord,
  { isUnnamed, isScan }: Reporter,
  of: number | undefined,
): MatchedRecord {
  const canonical = canonicalizeReport(report);
  const match = of === undefined ? identifyComputer(tx, { ...canonical, isUnnamed }) : recordOf(tx, of);
  // A scan returns fewer facts than the computer itself, so it removes nothing from the record.
  const identified = isScan ? { ...match, isReturn: false, isTakeover: false } : match;
  const { known, isTakeover, namesakes } = identified;
  if (namesakes.length > 0) throw ambiguousHostnameError(report.hostname, namesakes);
  const found = known ?? adopt(tx, canonical);
  const claim = isTakeover ? fillMissingLists(canonical) : canonical;
  const before = isTakeover ? null : (found?.reported ?? null);
  if (!isUnnamed || !found?.hostname) return { identified, found, claim, before };
  const { hostname, fullhostname } = found;
  return { identified, found, claim: { ...claim, hostname, fullhostname: fullhostname ?? hostname }, before };
}

/**
 * Returns the work for later transactions: the remaining programs, until another report of the computer
 * arrives.
 */
const restOf =
  (apps: SoftwareWork, state: { computerid: number; untold: string; reported: string }) =>
  (tx: Tx): boolean => {
    const { computerid, untold, reported } = state;
    if (tx.row(computers, computerid)?.reported !== untold) return false;
    if (apps.next(tx)) return true;
    stampInventory.run(tx, { computerid, reported, at: tx.at });
    return false;
  };

/**
 * Returns the assets of the computers that a report refers to: the matching one first, then those it may be
 * mistaken for.
 */
export function listReportedComputers(reader: Reader, report: ComputerRecord): number[] {
  const claim = canonicalizeReport(report);
  const { known, rivals, namesakes } = identifyComputer(reader, claim);
  const named = computerOfName.get(reader, claim);
  const records = [known, named, ...rivals].flatMap((one) => (one ? [one.assetid] : []));
  return [...new Set([...records, ...namesakes])];
}

/** Returns the match for a PC that is authenticated. */
const recordOf = (tx: Tx, assetid: number): IdentifyResult => ({
  known: computerOfAsset.get(tx, { assetid }),
  isReturn: false,
  isTakeover: false,
  rivals: [],
  namesakes: [],
});

const isEmpty = (facts: object) => Object.keys(facts).length === 0;

/** The computer whose facts are written, and the additions that they may make to shared lists. */
interface Target extends MatchedRecord {
  computerid: number;
  assetid: number;
  isScan: boolean;
  additions: AdditionBudget;
}

/** Writes the new facts. Returns the remaining work on the software, or undefined when there is none. */
function apply(tx: Tx, target: Target, facts: Partial<CanonicalRecord>): SoftwareWork | undefined {
  const { identified, found, computerid, assetid, isScan, additions } = target;
  if (found) update(tx, found, facts, target);
  const { isTakeover } = identified;
  syncAddresses(tx, assetid, { ...facts, isTakeover }, isScan ? 'discovered' : 'reported');
  if (facts.hardware && !isScan) {
    const stays = isTakeover ? undefined : isOfAdapter(tx, assetid);
    syncParts(tx, computerid, facts.hardware.parts ?? {}, stays);
  }
  return facts.installedapps && syncApps(tx, computerid, facts.installedapps, additions);
}

const isCounted = ({ added, changed, removed }: SoftwareChange): boolean => added + changed + removed > 0;

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
  // A stored serial number is never overwritten, because it identifies the record.
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

/**
 * Converts an asset that a scan found without knowing its type, and that now reports as a computer. Returns
 * undefined when none or several match.
 */
function adopt(tx: Tx, { serialnumber, macaddresses }: ComputerRecord): ComputerRow | undefined {
  const macs = filterDistinctiveMacs(tx, macaddresses);
  const [bySerial, second] = serialnumber ? otherAssetsOfSerial.all(tx, { serialnumber }) : [];
  const [byMac, another] =
    bySerial || macs.length === 0 ? [] : otherAssetsOfMac.all(tx, { macs: JSON.stringify(macs) });
  const asset = bySerial ?? byMac;
  if (!asset || second || another) return undefined;
  tx.update(assets, asset.assetid, { assettypeid: computerType(tx) });
  tx.insert(computers, { assetid: asset.assetid });
  return computerOfAsset.get(tx, asset);
}

const computerType = (tx: Tx): number => assetTypeByName.get(tx, { assettype: 'Computer' })!.assettypeid;
