import { createHash } from 'node:crypto';
import { type CommType, canonicalizeAssetAddress } from '../../../src/features/catalog/index.ts';
import { canonicalizeUuid } from '../../../src/kit/canonical-uuid.ts';
import type { PcClaim } from '../../../src/kit/contributions.ts';
import { cleanHostName, shortHostName } from '../../../src/kit/host-name.ts';
import { dropPlaceholder } from '../../../src/kit/placeholder-values.ts';
import { dedupeApps } from '../glpi/index.ts';
import { isContainer } from '../identity/kind-of-machine.ts';
import type { ComputerRecord } from './schema.ts';

/** A report in its canonical form. */
export interface CanonicalRecord extends ComputerRecord {
  /** The host name with its domain if it has one; `hostname` is the part before the first dot. */
  fullhostname: string;
}

/** Returns the names and numbers of a PC in the form in which they are compared, without placeholders. */
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

/** One form for one fact: addresses canonical and sorted, applications distinct, placeholder identities gone. */
export function canonicalizeReport(report: ComputerRecord): CanonicalRecord {
  const list = (type: CommType, given: string[] | undefined, path: string) =>
    given && [
      ...new Set(given.map((address, index) => canonicalizeAssetAddress(type, address, `${path}.${index}`))),
    ];
  const { hostname, fullhostname, ...strong } = canonicalizeIdentity(report);
  return {
    ...report,
    hostname,
    fullhostname,
    // A container sees those of its host.
    ...(isContainer(report) ? { serialnumber: undefined, uuid: undefined } : strong),
    ipaddresses: list('ip', report.ipaddresses, 'ipaddresses'),
    macaddresses: list('mac', report.macaddresses, 'macaddresses'),
    installedapps: report.installedapps && dedupeApps(report.installedapps),
  };
}

/** What is one statement: a model means nothing without its maker. */
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
/** Agents of a PC that are remembered apart; a fleet that changes its agent leaves no trail. */
const MAX_AGENTS = 4;

type Said = Record<string, string>;

export interface ReportDiff {
  /** The facts that this agent did not say before; empty when it repeats itself. */
  facts: Partial<CanonicalRecord>;
  /** What all agents said, to be kept with the computer. */
  reported: string;
}

/** What is new in a report, compared with what the same agent said last. `reported` is as News gave it. */
export function diffReport(report: CanonicalRecord, agent: string, reported: string | null): ReportDiff {
  const agents = JSON.parse(reported ?? '{}') as Record<string, Said>;
  const { [agent]: before = {}, ...others } = agents;
  const said: Said = { ...before };
  const facts: Partial<Record<keyof CanonicalRecord, unknown>> = {};
  for (const names of STATEMENTS) {
    const values = names.map((name) => report[name]);
    if (values.every((value) => value === undefined)) continue;
    const digest = digestOf(values);
    const [key] = names as [string];
    if (said[key] === digest) continue;
    said[key] = digest;
    for (const name of names) facts[name] = report[name];
  }
  const kept = Object.entries(others).slice(-(MAX_AGENTS - 1));
  return {
    facts: facts as Partial<CanonicalRecord>,
    reported: JSON.stringify(Object.fromEntries([...kept, [agent, said]])),
  };
}

/** Whether an agent said this value of a record before: then what differs from it was corrected by a person. */
export function wasReportedBefore(
  reported: string | null,
  name: keyof ComputerRecord,
  value: unknown,
): boolean {
  if (reported === null) return false;
  return Object.values(JSON.parse(reported) as Record<string, Said>).some(
    (said) => said[name] === digestOf([value]),
  );
}

const digestOf = (values: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16);
