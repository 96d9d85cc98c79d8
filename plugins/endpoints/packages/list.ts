import type { z } from 'zod';
import type { Actor } from '../../../src/kit/actor.ts';
import type { Value } from '../../../src/kit/data/reader.ts';
import type { Host } from '../../../src/kit/host.ts';
import { Page } from '../../../src/kit/http/page.ts';
import { readListPage } from '../../../src/kit/list/list-page.ts';
import { packageColumns } from './list-columns.ts';
import { type PackageWithCreator, toPackageRecord } from './packages.ts';
import type { packageQuery } from './schemas.ts';

/** Lists the builds of the agent, the newest upload first by default. */
export function listPackages(host: Host, actor: Actor, query: z.output<typeof packageQuery>) {
  const { platform, version, iscurrent } = query;
  const conditions = Object.entries({ platform, version, iscurrent })
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => ({
      sql: `p.${column} = ?`,
      params: [typeof value === 'boolean' ? Number(value) : (value as Value)],
    }));
  const { rows, pagination } = readListPage<PackageWithCreator>(
    host.db,
    packageColumns,
    () => ({ from: 'agentpackages p', id: 'p.packageid', conditions }),
    { query, actor },
  );
  return new Page(rows.map(toPackageRecord), pagination);
}
