import { noteCollision } from '../../../src/features/catalog/index.ts';
import { assets } from '../../../src/features/catalog/tables.ts';
import type { Collector } from '../../../src/kit/contributions.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import type { IgnoredFields } from '../../../src/kit/ignored-fields.ts';
import { computers } from '../tables.ts';
import { Additions } from './additions.ts';
import { syncAddresses } from './addresses.ts';
import { assetColumns, computerColumns, gapsOf } from './columns.ts';
import { canonical, newsIn } from './facts.ts';
import { claimName, isNameFree } from './host-names.ts';
import { identify } from './identity.ts';
import {
  computerOfAsset,
  computerOfName,
  type KnownComputer,
  unknownOfMac,
  unknownOfSerial,
} from './identity-queries.ts';
import { recordIgnored } from './ignored.ts';
import type { LastSeen } from './last-seen.ts';
import { freeAssetNumber } from './numbers.ts';
import { syncParts } from './parts.ts';
import { stampInventory, typeNamed } from './queries.ts';
import type { ComputerRecord } from './schema.ts';
import { type SoftwareWork, syncApps } from './software.ts';
import { tellingMacs } from './telling-identities.ts';

type Outcome = ReturnType<Collector['ingest']>;

/** Who speaks of a computer. A scan of the network knows less than the computer itself: it fills gaps only. */
export interface Reporter {
  agent: string;
  isScan?: boolean;
  /** The report has no name of its own: the name of a registered computer stays. */
  isUnnamed?: boolean;
  /** What of the report was converted, cut or left out. */
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
  const claim = canonical(report);
  const { known, rivals } =
    of === undefined ? identify(tx, claim) : { known: computerOfAsset.get(tx, { assetid: of }), rivals: [] };
  const found = known ?? adopt(tx, claim);
  const additions = new Additions(of === undefined ? undefined : found?.computerid);
  if (reporter.isUnnamed && found?.hostname) claim.hostname = found.hostname;
  const { facts, reported } = newsIn(claim, reporter.agent, found?.reported ?? null);
  // Whoever had to give way for its host name takes it once it is free.
  if (found?.hostname === null && isNameFree(tx, claim.hostname)) facts.hostname = claim.hostname;
  const { computerid, assetid } = found ?? create(tx, claim, additions);
  if (!reporter.isScan) recordIgnored(tx, computerid, reporter.ignored);
  for (const rival of rivals) noteCollision(tx, assetid, rival.assetid, rival.reason);
  const apps = isEmpty(facts)
    ? undefined
    : apply(tx, { found, computerid, assetid, isScan: reporter.isScan ?? false, additions }, facts);
  const isMore = apps?.next(tx) ?? false;
  // While programs are left to be recorded, the computer is known as one that has not told of them.
  const { reported: untold } = isMore
    ? newsIn({ ...claim, installedapps: undefined }, reporter.agent, found?.reported ?? null)
    : { reported };
  // A retired one is looked for by when it last reported: that is said at once.
  if (isEmpty(facts) && found?.isactive === 1) lastSeen.note(computerid, tx.at);
  // Outside the journal: digests and a stamp are no history that a person would read.
  else stampInventory.run(tx, { computerid, reported: untold, at: tx.at });
  const isChanged = tx.journal.length > mark || apps !== undefined;
  const outcome = found ? (isChanged ? 'updated' : 'unchanged') : 'created';
  const told = apps && { told: { software: apps.change } };
  if (!apps || !isMore) return { outcome, assetid, ...told };
  const rest = (now: Tx): boolean => {
    // A later report of the same computer knows better.
    if (now.row(computers, computerid)?.reported !== untold) return false;
    if (apps.next(now)) return true;
    stampInventory.run(now, { computerid, reported, at: now.at });
    return false;
  };
  return { outcome, assetid, ...told, rest };
}

/** The computers that a report speaks of: the one that it is about, then those that it may be taken for. */
export function spokenOf(reader: Reader, report: ComputerRecord): number[] {
  const claim = canonical(report);
  const { known, rivals } = identify(reader, claim);
  const named = computerOfName.get(reader, claim);
  return [...new Set([known, named, ...rivals].flatMap((one) => (one ? [one.assetid] : [])))];
}

const isEmpty = (facts: object) => Object.keys(facts).length === 0;

/** Whose facts are written, and what may be added by them to the lists that all share. */
interface Target {
  found: KnownComputer | undefined;
  computerid: number;
  assetid: number;
  isScan: boolean;
  additions: Additions;
}

/** Writes what is new; answers what there is to do about the software. */
function apply(tx: Tx, target: Target, facts: Partial<ComputerRecord>): SoftwareWork | undefined {
  const { found, computerid, assetid, isScan, additions } = target;
  if (found) update(tx, found, facts, target);
  syncAddresses(tx, assetid, facts, isScan ? 'discovered' : 'reported');
  if (facts.hardware && !isScan) syncParts(tx, computerid, facts.hardware.parts ?? {});
  const work = facts.installedapps && syncApps(tx, computerid, facts.installedapps, additions);
  return work && work.change.added + work.change.changed + work.change.removed > 0 ? work : undefined;
}

function update(
  tx: Tx,
  found: KnownComputer,
  facts: Partial<ComputerRecord>,
  { isScan, additions }: Target,
): void {
  const { assetid, computerid } = found;
  const ofAsset = assetColumns(tx, facts, additions);
  const ofComputer = computerColumns(tx, facts, additions, found);
  if (facts.hostname && !(isScan && found.hostname !== null))
    ofComputer.hostname = claimName(tx, found, facts.hostname);
  // Nobody's serial number is written over: by that one the record is known.
  if (found.serialnumber !== null) delete ofAsset.serialnumber;
  tx.update(assets, assetid, isScan ? gapsOf(tx.row(assets, assetid)!, ofAsset) : ofAsset);
  tx.update(computers, computerid, isScan ? gapsOf(tx.row(computers, computerid)!, ofComputer) : ofComputer);
}

function create(
  tx: Tx,
  claim: ComputerRecord,
  additions: Additions,
): { computerid: number; assetid: number } {
  const assetid = tx.insert(assets, {
    assetnumber: freeAssetNumber(tx, claim),
    assettypeid: computerType(tx),
    name: claim.hostname,
    ...assetColumns(tx, claim, additions),
  });
  const hostname = claimName(tx, { assetid }, claim.hostname);
  const computerid = tx.insert(computers, { assetid, hostname, ...computerColumns(tx, claim, additions) });
  return { computerid, assetid };
}

/** A thing that a scan found without knowing what it is, and that now says that it is a computer. */
function adopt(tx: Tx, { serialnumber, macaddresses }: ComputerRecord): KnownComputer | undefined {
  const macs = tellingMacs(tx, macaddresses);
  const [bySerial, second] = serialnumber ? unknownOfSerial.all(tx, { serialnumber }) : [];
  const [byMac, another] =
    bySerial || macs.length === 0 ? [] : unknownOfMac.all(tx, { macs: JSON.stringify(macs) });
  const thing = bySerial ?? byMac;
  if (!thing || second || another) return undefined;
  tx.update(assets, thing.assetid, { assettypeid: computerType(tx) });
  tx.insert(computers, { assetid: thing.assetid });
  return computerOfAsset.get(tx, thing);
}

const computerType = (tx: Tx): number => typeNamed.get(tx, { assettype: 'Computer' })!.assettypeid;
