import { and, eq, sql } from 'drizzle-orm';
import { isActiveAssetOf } from '../../src/features/catalog/index.ts';
import { assets } from '../../src/features/catalog/tables.ts';
import { build, isSet, type Params, query } from '../../src/kit/data/query.ts';
import { computers, computertypes, installedapps } from './tables.ts';

/** Active computers, by host name. */
export const activePcs = query(() =>
  build
    .select({
      assetid: computers.assetid,
      hostname: computers.hostname,
      computertypeid: computers.computertypeid,
      computertype: computertypes.computertype,
    })
    .from(computers)
    .innerJoin(assets, isActiveAssetOf(computers.assetid))
    .leftJoin(computertypes, eq(computertypes.computertypeid, computers.computertypeid))
    .orderBy(computers.hostnamesortkey, computers.computerid),
);

/** Active installs of the applications in a JSON list of IDs, on active PCs. */
export const installsAmong = query((params: Params<{ appids: string }>) =>
  build
    .select({ appid: installedapps.appid, assetid: computers.assetid })
    .from(installedapps)
    .innerJoin(computers, eq(computers.computerid, installedapps.computerid))
    .innerJoin(assets, isActiveAssetOf(computers.assetid))
    .where(
      and(
        sql`${installedapps.appid} IN (SELECT value FROM json_each(${params.appids}))`,
        isSet(installedapps.isactive),
      ),
    ),
);
