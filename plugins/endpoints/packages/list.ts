import type { z } from 'zod';
import type { Host } from '../../../src/kit/host.ts';
import { pageOf, pagingOf } from '../../../src/kit/http/paging.ts';
import { shown } from './packages.ts';
import type { packageQuery } from './schemas.ts';
import type { AgentPackage } from './tables.ts';

/** Builds of the agent, the newest first. */
export function listPackages(host: Host, asked: z.output<typeof packageQuery>) {
  const params = asked.platform === undefined ? [] : [asked.platform];
  const where = params.length > 0 ? ' WHERE platform = ?' : '';
  const paging = pagingOf(asked);
  return host.db.read((reader) => {
    const rows = reader.all<AgentPackage>(
      `SELECT * FROM agentpackages${where} ORDER BY packageid ${asked.dir ?? 'desc'} LIMIT ? OFFSET ?`,
      ...params,
      paging.perpage,
      paging.offset,
    );
    const total = host.db.count(`SELECT count(*) FROM agentpackages${where}`, params);
    return pageOf(rows.map(shown), total, paging);
  });
}
