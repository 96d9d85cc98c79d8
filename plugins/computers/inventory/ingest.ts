import { createHash } from 'node:crypto';
import { type CommType, canonicalAddress } from '../../../src/features/catalog/index.ts';
import { assets } from '../../../src/features/catalog/tables.ts';
import type { Collector } from '../../../src/kit/contributions.ts';
import type { Change } from '../../../src/kit/data/columns.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { distinctApps, isPlaceholder } from '../glpi/index.ts';
import { computers } from '../tables.ts';
import { syncAddresses } from './addresses.ts';
import type { LastSeen } from './last-seen.ts';
import {
  assetNumbered,
  computerOfName,
  computersOfSerial,
  type KnownComputer,
  otherOfSerial,
  stampInventory,
  typeNamed,
} from './queries.ts';
import { ensureModel, ensureOperatingSystem, ensureVendor } from './reference.ts';
import type { ComputerRecord } from './schema.ts';
import { syncApps } from './software.ts';

type Outcome = ReturnType<Collector['ingest']>;

/**
 * Brings a computer of the register in line with what it reports. The same report twice changes nothing: what an
 * agent says is compared with what it said before, so that a person's corrections stay until the facts change.
 */
export function ingestComputer(tx: Tx, lastSeen: LastSeen, report: ComputerRecord): Outcome {
  const facts = canonical(report);
  const inventoryhash = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  const known = match(tx, facts);
  if (known?.inventoryhash === inventoryhash) {
    lastSeen.note(known.computerid, tx.at);
    return { outcome: 'unchanged', assetid: known.assetid };
  }
  const { computerid, assetid } = known ? updateComputer(tx, known, facts) : createComputer(tx, facts);
  const moreApps = facts.installedapps && syncApps(tx, computerid, facts.installedapps);
  syncAddresses(tx, assetid, facts);
  // Outside the journal: a hash and a stamp are no history that a person would read.
  const stamp = (now: Tx, hash: string) =>
    stampInventory.run(now, { computerid, inventoryhash: hash, at: now.at });
  const taken: Outcome = { outcome: known ? 'updated' : 'created', assetid };
  if (!moreApps?.(tx)) {
    stamp(tx, inventoryhash);
    return taken;
  }
  const underway = `underway ${inventoryhash}`;
  stamp(tx, underway);
  const rest = (now: Tx) => {
    // A later report of the same computer knows better.
    if (now.row(computers, computerid)?.inventoryhash !== underway) return false;
    if (moreApps(now)) return true;
    stamp(now, inventoryhash);
    return false;
  };
  return { ...taken, rest };
}

/** One form for one fact: addresses canonical and sorted, applications distinct, placeholder serials gone. */
function canonical(report: ComputerRecord): ComputerRecord {
  const list = (type: CommType, given: string[] | undefined, path: string) =>
    given && [...new Set(given.map((address, index) => canonicalAddress(type, address, `${path}.${index}`)))];
  const serialnumber =
    report.serialnumber && !isPlaceholder(report.serialnumber) ? report.serialnumber : undefined;
  return {
    ...report,
    hostname: report.hostname.split('.')[0] || report.hostname,
    serialnumber,
    ipaddresses: list('ip', report.ipaddresses, 'ipaddresses'),
    macaddresses: list('mac', report.macaddresses, 'macaddresses'),
    installedapps:
      report.installedapps &&
      distinctApps(report.installedapps).map(({ name, version }) => ({ name, version })),
  };
}

/** By host name; a computer that was renamed is found by its serial number. */
function match(tx: Tx, facts: ComputerRecord): KnownComputer | undefined {
  const byName = computerOfName.get(tx, { hostname: facts.hostname });
  if (byName || !facts.serialnumber) return byName;
  const bySerial = computersOfSerial.all(tx, { serialnumber: facts.serialnumber });
  return bySerial.length === 1 ? bySerial[0] : undefined;
}

function createComputer(tx: Tx, facts: ComputerRecord): { computerid: number; assetid: number } {
  const { assettypeid } = typeNamed.get(tx, { assettype: 'Computer' })!;
  const assetid = tx.insert(assets, {
    assetnumber: freeAssetNumber(tx, facts),
    assettypeid,
    name: facts.hostname,
    ...assetColumns(tx, facts),
  });
  const computerid = tx.insert(computers, {
    assetid,
    hostname: facts.hostname,
    ...computerColumns(tx, facts),
  });
  return { computerid, assetid };
}

/** The host name, or with the serial number behind it where another asset has that number. */
export function freeAssetNumber(tx: Tx, facts: { hostname?: string; serialnumber?: string }): string {
  const base = (facts.hostname ?? facts.serialnumber ?? 'ASSET').slice(0, 200);
  const candidates = [base, ...(facts.serialnumber ? [`${base}-${facts.serialnumber}`.slice(0, 250)] : [])];
  for (let n = 2; ; n++) {
    const candidate = candidates.shift() ?? `${base}-${n}`;
    if (!assetNumbered.get(tx, { assetnumber: candidate })) return candidate;
  }
}

function updateComputer(
  tx: Tx,
  { computerid, assetid }: KnownComputer,
  facts: ComputerRecord,
): { computerid: number; assetid: number } {
  const changes = assetColumns(tx, facts);
  const holder = facts.serialnumber && otherOfSerial.get(tx, { serialnumber: facts.serialnumber, assetid });
  // Another asset bears this serial number: which of the two is right is for a person to say.
  if (holder) delete changes.serialnumber;
  tx.update(assets, assetid, changes);
  tx.update(computers, computerid, { hostname: facts.hostname, ...computerColumns(tx, facts) });
  return { computerid, assetid };
}

function assetColumns(tx: Tx, facts: ComputerRecord): Change<typeof assets> {
  const vendorid = facts.manufacturer ? ensureVendor(tx, facts.manufacturer) : undefined;
  const columns: Change<typeof assets> = {};
  if (facts.serialnumber) columns.serialnumber = facts.serialnumber;
  if (vendorid) columns.vendorid = vendorid;
  if (facts.model) columns.modelnumberid = ensureModel(tx, facts.model, vendorid ?? null, 'Computer');
  return columns;
}

function computerColumns(tx: Tx, facts: ComputerRecord): Change<typeof computers> {
  const columns: Change<typeof computers> = {};
  if (facts.osname) columns.osid = ensureOperatingSystem(tx, facts.osname, facts.osversion ?? null);
  if (facts.loggedinuser) columns.loggedinuser = facts.loggedinuser;
  if (facts.lastboottime) columns.lastboottime = facts.lastboottime;
  return columns;
}
