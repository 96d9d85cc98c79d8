import type { z } from 'zod';
import type { Actor } from '../../../src/kit/actor.ts';
import type { Host } from '../../../src/kit/host.ts';
import { type Paging, pageOf, pagingOf } from '../../../src/kit/http/paging.ts';
import { matchAssets } from '../../../src/kit/resource/search-condition.ts';
import { CheckInBuffer } from '../checkin/check-in-buffer.ts';
import type { Platform } from '../packages/platforms.ts';
import { countPcs, iterateReadiness, type PcSelection, type Readiness } from './readiness.ts';
import { BLOCKERS, type ReadinessQuery, type readinessCounts, type readinessRow } from './schemas.ts';

type Row = z.output<typeof readinessRow>;

/**
 * Lists active PCs by host name, with the reasons that block their upgrade to the current agent build.
 * Returns the page that the query selects.
 */
export function listReadiness(host: Host, actor: Actor, query: ReadinessQuery) {
  host.getInstance(CheckInBuffer).flush();
  const paging = pagingOf(query);
  const selection = selectionOf(host, actor, query);
  const isFiltered = query.ready !== undefined || query.blocker !== undefined;
  return isFiltered ? filteredPage(host, query, selection, paging) : plainPage(host, selection, paging);
}

function selectionOf(host: Host, actor: Actor, { search }: ReadinessQuery): PcSelection {
  if (!search?.trim()) return { where: '', params: [] };
  const { sql, params } = matchAssets(host, actor, search, 'c.assetid');
  return { where: ` WHERE ${sql}`, params };
}

const plainPage = (host: Host, selection: PcSelection, paging: Paging) =>
  host.db.read((reader) => {
    const rows = [...iterateReadiness(host, reader, selection, paging)].map(toRow);
    return pageOf(rows, countPcs(host, selection), paging);
  });

/** Filters by readiness. The blockers depend on the current builds and pins, so every PC is evaluated. */
function filteredPage(
  host: Host,
  { ready, blocker }: ReadinessQuery,
  selection: PcSelection,
  paging: Paging,
) {
  const rows: Row[] = [];
  let total = 0;
  host.db.read((reader) => {
    for (const pc of iterateReadiness(host, reader, selection)) {
      if (ready !== undefined && ready !== (pc.blockers.length === 0)) continue;
      if (blocker && !pc.blockers.includes(blocker)) continue;
      const at = total++ - paging.offset;
      if (at >= 0 && at < paging.perpage) rows.push(toRow(pc));
    }
  });
  return pageOf(rows, total, paging);
}

const toRow = ({ build, blockers, ...pc }: Readiness): Row => ({
  ...pc,
  targetversion: build?.version ?? null,
  platform: (build?.platform ?? null) as Platform | null,
  ready: blockers.length === 0,
  blockers,
});

/** Counts the active PCs: all, those that are ready, and those with each blocker. */
export function countReadiness(host: Host): z.output<typeof readinessCounts> {
  host.getInstance(CheckInBuffer).flush();
  const blockers = Object.fromEntries(BLOCKERS.map((blocker) => [blocker, 0]));
  const counts = { total: 0, ready: 0, blockers } as z.output<typeof readinessCounts>;
  host.db.read((reader) => {
    for (const pc of iterateReadiness(host, reader)) {
      counts.total++;
      if (pc.blockers.length === 0) counts.ready++;
      for (const blocker of pc.blockers) counts.blockers[blocker]++;
    }
  });
  return counts;
}
