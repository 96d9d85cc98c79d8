import type { Reader, Value } from '../../../src/kit/data/reader.ts';
import type { Host } from '../../../src/kit/host.ts';
import type { Paging } from '../../../src/kit/http/paging.ts';
import { ServerPins } from '../checkin/server-pins.ts';
import { type AgentBuild, CurrentBuilds, findBuild } from '../packages/builds.ts';
import { isOlderAgentVersion } from '../versions.ts';
import type { Blocker } from './schemas.ts';

interface ReadinessRow {
  assetid: number;
  hostname: string | null;
  agentversion: string | null;
  osversion: string | null;
  ispinned: number | null;
  spkipin: string | null;
  isenrolled: number;
  islocked: number;
  isoffline: number;
  isinflight: number;
}

/** A PC, its current build, and the reasons that block the upgrade. */
export interface Readiness {
  assetid: number;
  hostname: string | null;
  agentversion: string | null;
  build: AgentBuild | undefined;
  blockers: Blocker[];
}

const ACTIVE_COMPUTERS = 'FROM computers c JOIN assets a ON a.assetid = c.assetid AND a.isactive = 1';

/**
 * Active PCs. The statement takes the instant twice. Any command in progress, and already a queued upgrade,
 * counts as in flight, so that no PC gets two.
 */
const ROWS = `SELECT c.assetid, c.hostname, e.agentversion, e.osversion, e.ispinned, e.spkipin,
  EXISTS (SELECT 1 FROM endpointcredentials k WHERE k.assetid = c.assetid) AS isenrolled,
  EXISTS (SELECT 1 FROM endpointlocks l WHERE l.assetid = c.assetid AND coalesce(l.expiresat, '9') > ?) AS islocked,
  (e.lastcheckin IS NULL OR e.expectedby < ?) AS isoffline,
  EXISTS (SELECT 1 FROM endpointcommands q WHERE q.assetid = c.assetid AND (q.state = 'pending'
    OR (q.state = 'queued' AND q.action = 'run_script' AND json_extract(q.payload, '$.package') IS NOT NULL))) AS isinflight
  ${ACTIVE_COMPUTERS} LEFT JOIN endpoints e ON e.assetid = c.assetid`;
const ORDER = 'ORDER BY c.hostname IS NULL, c.hostnamesortkey, c.assetid';

/** Returns a function that evaluates a PC against the current builds and the pins of this server. */
function createReadinessEvaluator(host: Host): (row: ReadinessRow) => Readiness {
  const builds = host.getInstance(CurrentBuilds).list;
  const pins = host.getInstance(ServerPins).list;
  // Cached by operating system, because a site has thousands of PCs but only a few systems.
  const bySystem = new Map<string | null, AgentBuild | undefined>();
  return (row) => {
    const { assetid, hostname, agentversion, osversion } = row;
    if (!bySystem.has(osversion)) bySystem.set(osversion, findBuild(builds, osversion));
    const build = bySystem.get(osversion);
    const found: [Blocker, boolean][] = [
      ['not_enrolled', row.isenrolled === 0],
      ['server_trust', !trusts(row, pins)],
      ['locked', row.islocked === 1],
      ['offline', row.isoffline === 1],
      ['in_flight', row.isinflight === 1],
      ['no_package', build === undefined],
      ['up_to_date', build !== undefined && isSame(agentversion, build.version)],
    ];
    const blockers = found.filter(([, is]) => is).map(([blocker]) => blocker);
    return { assetid, hostname, agentversion, build, blockers };
  };
}

/**
 * Reports whether the agent pins this server. Without a pin, or with another one, it may not be able to
 * download the build. The key is not compared when the agent reports none, or this server has no certificate.
 */
const trusts = ({ ispinned, spkipin }: ReadinessRow, pins: readonly string[]): boolean =>
  ispinned === 1 && (spkipin === null || pins.length === 0 || pins.includes(spkipin));

/**
 * Reports whether two versions are equal. A newer version differs too, so that a rollback also reaches it.
 */
const isSame = (version: string | null, target: string): boolean =>
  version !== null && !isOlderAgentVersion(version, target) && !isOlderAgentVersion(target, version);

/** SQL condition over `c` and `a` that selects active PCs, with its parameters. */
export interface PcSelection {
  where: string;
  params: readonly Value[];
}
const ALL_PCS: PcSelection = { where: '', params: [] };

/**
 * Yields the active PCs of a selection with their readiness for the current agent build, in the order of
 * their host names. With `paging`, yields only that page.
 */
export function* iterateReadiness(
  host: Host,
  reader: Reader,
  selection = ALL_PCS,
  paging?: Paging,
): Generator<Readiness> {
  const evaluate = createReadinessEvaluator(host);
  const limit = paging ? [paging.perpage, paging.offset] : [];
  const sql = `${ROWS}${selection.where} ${ORDER}${paging ? ' LIMIT ? OFFSET ?' : ''}`;
  for (const row of reader.iterate<ReadinessRow>(sql, reader.at, reader.at, ...selection.params, ...limit))
    yield evaluate(row);
}

/** Counts the active PCs of a selection. The count is cached. */
export const countPcs = (host: Host, { where, params }: PcSelection): number =>
  host.db.count(`SELECT count(*) ${ACTIVE_COMPUTERS}${where}`, params);

/** Returns a function that evaluates one active PC. It returns undefined for any other ID. */
export function createReadinessReader(
  host: Host,
  reader: Reader,
): (assetid: number) => Readiness | undefined {
  const evaluate = createReadinessEvaluator(host);
  return (assetid) => {
    const row = reader.get<ReadinessRow>(`${ROWS} WHERE c.assetid = ?`, reader.at, reader.at, assetid);
    return row && evaluate(row);
  };
}
