import type { Reader, Value } from '../../../src/kit/data/reader.ts';
import type { Host } from '../../../src/kit/host.ts';
import type { Paging } from '../../../src/kit/http/paging.ts';
import { ServerPins } from '../checkin/server-pins.ts';
import { type AgentBuild, CurrentBuilds, findBuild } from '../packages/builds.ts';
import { isOlderAgentVersion } from '../versions.ts';
import type { Blocker } from './schemas.ts';

interface Standing {
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

/** A PC, the build that it would get, and what keeps it from getting it. */
export interface Readiness {
  assetid: number;
  hostname: string | null;
  agentversion: string | null;
  build: AgentBuild | undefined;
  blockers: Blocker[];
}

const FROM = 'FROM computers c JOIN assets a ON a.assetid = c.assetid AND a.isactive = 1';

/** The active PCs; takes the instant twice. An upgrade that waits is in flight already, so that none gets two. */
const ROWS = `SELECT c.assetid, c.hostname, e.agentversion, e.osversion, e.ispinned, e.spkipin,
  EXISTS (SELECT 1 FROM endpointcredentials k WHERE k.assetid = c.assetid) AS isenrolled,
  EXISTS (SELECT 1 FROM endpointlocks l WHERE l.assetid = c.assetid AND coalesce(l.expiresat, '9') > ?) AS islocked,
  (e.lastcheckin IS NULL OR e.expectedby < ?) AS isoffline,
  EXISTS (SELECT 1 FROM endpointcommands q WHERE q.assetid = c.assetid AND (q.state = 'pending'
    OR (q.state = 'queued' AND q.action = 'run_script' AND json_extract(q.payload, '$.package') IS NOT NULL))) AS isinflight
  ${FROM} LEFT JOIN endpoints e ON e.assetid = c.assetid`;
const ORDER = 'ORDER BY c.hostname IS NULL, c.hostname, c.assetid';

/** Judges PCs by the current builds and by the pins of this server. */
function judge(host: Host): (row: Standing) => Readiness {
  const builds = host.getInstance(CurrentBuilds).list;
  const pins = host.getInstance(ServerPins).list;
  // A plant has thousands of PCs and a handful of systems.
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

/** An agent that pins no key, or another one than this server's, may not get as far as the build. */
const trusts = ({ ispinned, spkipin }: Standing, pins: readonly string[]): boolean =>
  ispinned === 1 && (spkipin === null || pins.length === 0 || pins.includes(spkipin));

/** A newer one is not the same: after a roll back it goes back too. */
const isSame = (version: string | null, target: string): boolean =>
  version !== null && !isOlderAgentVersion(version, target) && !isOlderAgentVersion(target, version);

/** Which of the active PCs are meant: SQL over `c` and `a`, with its parameters. */
export interface PcSelection {
  where: string;
  params: readonly Value[];
}
const EVERYBODY: PcSelection = { where: '', params: [] };

/** Active PCs by host name, one at a time; or those of one page, and how many there are. */
export function* iterateReadiness(
  host: Host,
  reader: Reader,
  meant = EVERYBODY,
  paging?: Paging,
): Generator<Readiness> {
  const judged = judge(host);
  const limit = paging ? [paging.perpage, paging.offset] : [];
  const sql = `${ROWS}${meant.where} ${ORDER}${paging ? ' LIMIT ? OFFSET ?' : ''}`;
  for (const row of reader.iterate<Standing>(sql, reader.at, reader.at, ...meant.params, ...limit))
    yield judged(row);
}

export const countPcs = (host: Host, { where, params }: PcSelection): number =>
  host.db.count(`SELECT count(*) ${FROM}${where}`, params);

/** One active PC; undefined for what is none. */
export function createReadinessReader(
  host: Host,
  reader: Reader,
): (assetid: number) => Readiness | undefined {
  const judged = judge(host);
  return (assetid) => {
    const row = reader.get<Standing>(`${ROWS} WHERE c.assetid = ?`, reader.at, reader.at, assetid);
    return row && judged(row);
  };
}
