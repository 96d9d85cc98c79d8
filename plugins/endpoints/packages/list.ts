import type { z } from 'zod';
import type { Value } from '../../../src/kit/data/reader.ts';
import type { Host } from '../../../src/kit/host.ts';
import { pageOf, pagingOf } from '../../../src/kit/http/paging.ts';
import { PACKAGE, type PackageWithCreator, toPackageRecord } from './packages.ts';
import type { packageQuery } from './schemas.ts';

/** Lists the builds of the agent, the newest upload first by default. */
export function listPackages(host: Host, query: z.output<typeof packageQuery>) {
  const { platform, version, iscurrent } = query;
  const wanted = Object.entries({ platform, version, iscurrent }).filter(([, value]) => value !== undefined);
  const params = wanted.map(([, value]): Value => (typeof value === 'boolean' ? Number(value) : value!));
  const where =
    wanted.length > 0 ? ` WHERE ${wanted.map(([column]) => `p.${column} = ?`).join(' AND ')}` : '';
  const paging = pagingOf(query);
  return host.db.read((reader) => {
    const rows = reader.all<PackageWithCreator>(
      `SELECT ${PACKAGE}${where} ORDER BY p.packageid ${query.dir ?? 'desc'} LIMIT ? OFFSET ?`,
      ...params,
      paging.perpage,
      paging.offset,
    );
    const total = host.db.count(`SELECT count(*) FROM agentpackages p${where}`, params);
    return pageOf(rows.map(toPackageRecord), total, paging);
  });
}
