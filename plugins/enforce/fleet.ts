import type { FleetPc } from '../../src/kit/contributions.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import type { Host } from '../../src/kit/host.ts';
import { findSinglePc } from '../../src/kit/pc-identity.ts';
import { entryNameKey } from './canonical.ts';
import { listDraftEntries } from './entries.ts';
import type { EntryRecord } from './entry-shape.ts';
import { createTargetMatcher, explainMismatch, type TargetPc } from './matching.ts';
import { machinesOfPcs } from './report-queries.ts';
import type { ManifestEntry } from './shapes.ts';
import type { Scope } from './tables.ts';

/** A registered PC with the data that entries match. */
export type FleetPcWithMachines = FleetPc & { machinenumbers: string[] };

/** Returns all active PCs by asset ID. Empty when no plugin manages PCs. */
const allPcs = (host: Host): ReadonlyMap<number, FleetPcWithMachines> =>
  host.db.remember('enforce.fleet', (reader) => {
    const machines = Map.groupBy(machinesOfPcs.all(reader), ({ sourceassetid }) => sourceassetid);
    const pcs = (host.contributions.fleet?.pcs(reader) ?? []).map((pc) => ({
      ...pc,
      machinenumbers: (machines.get(pc.assetid) ?? []).map(({ assetnumber }) => assetnumber),
    }));
    return new Map(pcs.map((pc) => [pc.assetid, pc]));
  });

/** Returns the host name of an active PC. Returns undefined for other assets, and without a host name. */
export const hostnameOf = (host: Host, assetid: number): string | undefined =>
  allPcs(host).get(assetid)?.hostname ?? undefined;

/**
 * Returns the asset of the active PC with this host name, which may be short or have its domain; undefined
 * when there is none. Throws 409 when several have the host name.
 */
export function findPcByHostname(
  { contributions }: Host,
  reader: Reader,
  hostname: string,
): number | undefined {
  return contributions.fleet && findSinglePc(contributions.fleet.matchPc(reader, { hostname }), hostname);
}

/**
 * Returns the PCs that get the manifest of a scope. A common scope covers all PCs; any other covers its
 * computer type, or else the type with its name.
 */
export const pcsOf = (host: Host, scope: Scope): readonly FleetPcWithMachines[] =>
  [...allPcs(host).values()].filter(meantBy(scope));

function meantBy({ iscommon, computertypeid, scopename }: Scope): (pc: FleetPcWithMachines) => boolean {
  if (iscommon === 1) return () => true;
  if (computertypeid !== null) return (pc) => pc.computertypeid === computertypeid;
  const key = entryNameKey(scopename);
  return ({ computertype }) => computertype !== null && entryNameKey(computertype) === key;
}

/**
 * Returns the scopes that cover an active PC, common ones first, each with the facts of the PC that the
 * targets of its entries are compared with. Returns none for other PCs.
 */
export function listScopesOfPc(
  host: Host,
  assetid: number,
  scopes: readonly Scope[],
): { scope: Scope; pc: TargetPc }[] {
  const pc = allPcs(host).get(assetid);
  if (!pc) return [];
  const own = scopes
    .filter((scope) => meantBy(scope)(pc))
    .map((scope) => ({ scope, pc: targetOf(pc, scope) }));
  return own.sort((a, b) => (b.scope.iscommon ?? 0) - (a.scope.iscommon ?? 0));
}

/**
 * Returns a PC as the entries of a scope see it. In a scope for one kind of PC, the name of the scope is the
 * type.
 */
const targetOf = (
  { computertype, hostname, machinenumbers }: FleetPcWithMachines,
  { iscommon, scopename }: Scope,
): TargetPc => ({
  pctype: iscommon === 1 ? computertype : scopename,
  hostname,
  machinenumbers,
});

/** Coverage of one enabled entry that is linked to an application. */
export interface EntryCoverage {
  entryid: number;
  Name: string;
  appid: number;
  appname: string | null;
  /**
   * `total` is the number of PCs that the entry is for, `installed` and `missing` how many have and lack the
   * application. All three are null when no plugin manages PCs.
   */
  total: number | null;
  installed: number | null;
  missing: number | null;
  /** The first 20 PCs without the application. */
  lacking: { assetid: number; hostname: string | null }[];
}

const MAX_NAMED = 20;

/**
 * Counts for each enabled entry with an application how many of its PCs have that application. Counts are
 * null when no plugin manages PCs.
 */
export function readCompliance(host: Host, reader: Reader, scope: Scope): EntryCoverage[] {
  const { fleet } = host.contributions;
  const linked = listDraftEntries(reader, scope.scopeid).filter(isLinked);
  const installs = fleet?.withApplications(reader, [...new Set(linked.map(({ appid }) => appid))]);
  const pcs = pcsOf(host, scope);
  return linked.map((entry) => {
    const { entryid, Name, appid, appname } = entry;
    const none = { total: null, installed: null, missing: null, lacking: [] };
    if (!installs) return { entryid, Name, appid, appname, ...none };
    const findMismatch = createTargetMatcher(entry);
    const targeted = pcs.filter((pc) => !findMismatch(targetOf(pc, scope)));
    const lacking = targeted.filter(({ assetid }) => !installs.get(appid)!.has(assetid));
    return {
      entryid,
      Name,
      appid,
      appname,
      total: targeted.length,
      installed: targeted.length - lacking.length,
      missing: lacking.length,
      lacking: lacking.slice(0, MAX_NAMED).map(({ assetid, hostname }) => ({ assetid, hostname })),
    };
  });
}

const isLinked = (entry: EntryRecord): entry is EntryRecord & { appid: number } =>
  entry.isenabled && entry.appid !== null;

/** Returns the entries of a draft that a PC would get, and the reason for each other one. */
export function simulate(reader: Reader, scope: Scope, pc: TargetPc) {
  const applicable: ManifestEntry[] = [];
  const filtered: { Name: string; entryid: number; reason: string }[] = [];
  for (const entry of listDraftEntries(reader, scope.scopeid)) {
    const reason = entry.isenabled ? explainMismatch(entry, pc) : 'isenabled: the entry is disabled.';
    if (reason) filtered.push({ Name: entry.Name, entryid: entry.entryid, reason });
    else applicable.push(entry as ManifestEntry);
  }
  return { applicable, filtered };
}
