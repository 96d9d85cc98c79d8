import { createHash } from 'node:crypto';
import { type CommType, canonicalizeAssetAddress } from '../../../src/features/catalog/index.ts';
import { canonicalizeUuid } from '../../../src/kit/canonical-uuid.ts';
import type { PcClaim } from '../../../src/kit/contributions.ts';
import { cleanHostName, shortHostName } from '../../../src/kit/host-name.ts';
import { dropPlaceholder } from '../../../src/kit/placeholder-values.ts';
import { dedupeApps } from '../glpi/index.ts';
import { isContainer } from '../identity/kind-of-machine.ts';
import type { ComputerRecord } from './schema.ts';

/** A report in canonical form. */
export interface CanonicalRecord extends ComputerRecord {
  /** The host name with its domain if it has one; `hostname` is the part before the first dot. */
  fullhostname: string;
}

/** Returns the names and numbers of a PC in the form used for comparison, without placeholders. */
export function canonicalizeIdentity({ hostname, serialnumber, uuid: reported }: PcClaim) {
  const fullhostname = cleanHostName(hostname);
  const uuid = dropPlaceholder(reported ?? undefined);
  return {
    hostname: shortHostName(fullhostname),
    fullhostname,
    serialnumber: dropPlaceholder(serialnumber ?? undefined),
    uuid: uuid && dropPlaceholder(canonicalizeUuid(uuid)),
  };
}

/**
 * Returns the canonical form of a report: addresses canonical and unique, programs unique, placeholder
 * identifiers and those of a container removed.
 */
export function canonicalizeReport(report: ComputerRecord): CanonicalRecord {
  const list = (type: CommType, addresses: string[] | undefined, path: string) =>
    addresses && [
      ...new Set(
        addresses.map((address, index) => canonicalizeAssetAddress(type, address, `${path}.${index}`)),
      ),
    ];
  const { hostname, fullhostname, ...strong } = canonicalizeIdentity(report);
  return {
    ...report,
    hostname,
    fullhostname,
    // A container reports the identifiers of its host.
    ...(isContainer(report) ? { serialnumber: undefined, uuid: undefined } : strong),
    ipaddresses: list('ip', report.ipaddresses, 'ipaddresses'),
    macaddresses: list('mac', report.macaddresses, 'macaddresses'),
    installedapps: report.installedapps && dedupeApps(report.installedapps),
  };
}

/** Fields that belong together in one statement. A model means nothing without its manufacturer. */
const STATEMENTS: readonly (readonly (keyof CanonicalRecord)[])[] = [
  ['hostname'],
  ['fullhostname'],
  ['serialnumber'],
  ['uuid'],
  ['vmsystem'],
  ['manufacturer', 'model'],
  ['osname', 'osversion'],
  ['loggedinuser'],
  ['lastboottime'],
  ['ipaddresses'],
  ['macaddresses'],
  ['hardware'],
  ['installedapps'],
];
/** Maximum agents of a PC that are stored separately, so that a change of agents leaves no endless trail. */
const MAX_AGENTS = 4;

type FactDigests = Record<string, string>;

export interface ReportDiff {
  /** Facts that differ from the previous report of this agent. Empty when it repeats itself. */
  facts: Partial<CanonicalRecord>;
  /** Digests of the reports of the last four agents as JSON, to be stored with the computer. */
  reported: string;
}

/**
 * Compares a report with the previous one of the same agent and returns the differences. Facts that the
 * report leaves out count as unchanged. `reported` is the stored text of the last result.
 */
export function diffReport(report: CanonicalRecord, agent: string, reported: string | null): ReportDiff {
  const agents = JSON.parse(reported ?? '{}') as Record<string, FactDigests>;
  const { [agent]: before = {}, ...others } = agents;
  const digests: FactDigests = { ...before };
  const facts: Partial<Record<keyof CanonicalRecord, unknown>> = {};
  for (const names of STATEMENTS) {
    const values = names.map((name) => report[name]);
    if (values.every((value) => value === undefined)) continue;
    const digest = digestOf(values);
    const [key] = names as [string];
    if (digests[key] === digest) continue;
    digests[key] = digest;
    for (const name of names) facts[name] = report[name];
  }
  const recentAgents = Object.entries(others).slice(-(MAX_AGENTS - 1));
  return {
    facts: facts as Partial<CanonicalRecord>,
    reported: JSON.stringify(Object.fromEntries([...recentAgents, [agent, digests]])),
  };
}

/**
 * Reports whether one of the last four agents of a record reported this value last. If so, a stored value
 * that differs is a manual correction.
 */
export function wasReportedBefore(
  reported: string | null,
  name: keyof ComputerRecord,
  value: unknown,
): boolean {
  if (reported === null) return false;
  return Object.values(JSON.parse(reported) as Record<string, FactDigests>).some(
    (digests) => digests[name] === digestOf([value]),
  );
}

const digestOf = (values: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16);
