import { and, count, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { build, type Params, query } from '../../kit/data/query.ts';
import { isNamed } from '../../kit/data/same-name.ts';
import { isActiveAsset, isInUse } from './in-use.ts';
import { assets, assettallies, assettypes, locations, operatingsystems, supportteams } from './tables.ts';

export const existingAsset = query((params: Params<{ assetid: number }>) =>
  build.select({ assetid: assets.assetid }).from(assets).where(eq(assets.assetid, params.assetid)),
);

/** The existing IDs of a JSON list of IDs. */
export const existingAssets = query((params: Params<{ ids: string }>) =>
  build
    .select({ assetid: assets.assetid })
    .from(assets)
    .where(sql`${assets.assetid} in (select value from json_each(${params.ids}))`),
);

/** Assets of a type other than this one, among those with the IDs of a JSON list. */
export const assetsOfOtherType = query((params: Params<{ ids: string; assettypeid: number }>) =>
  build
    .select({ assetid: assets.assetid, assetnumber: assets.assetnumber })
    .from(assets)
    .where(
      and(
        sql`${assets.assetid} in (select value from json_each(${params.ids}))`,
        ne(assets.assettypeid, params.assettypeid),
      ),
    )
    .orderBy(assets.assetid),
);

/** Number of active assets. */
export const activeAssets = query(() =>
  build.select({ n: sql<number>`coalesce(sum(${assettallies.n}), 0)`.as('n') }).from(assettallies),
);

/** Number of assets in use without a location. */
export const assetsWithoutPlace = query(() =>
  build
    .select({ n: count().as('n') })
    .from(assets)
    .where(and(isInUse, isNull(assets.locationid))),
);

/** Number of active assets that share a serial number with another active one. */
export const sharedSerials = query(() =>
  build.select({ n: sql<number>`coalesce(sum(same), 0)`.as('n') }).from(
    // The inner query reads only the index of the serial numbers.
    sql`(SELECT count(*) AS same FROM ${assets} WHERE ${assets.serialnumber} IN
        (SELECT ${assets.serialnumber} FROM ${assets} WHERE ${isNotNull(assets.serialnumber)} GROUP BY ${assets.serialnumber} HAVING count(*) > 1)
        AND ${isActiveAsset} GROUP BY ${assets.serialnumber} HAVING count(*) > 1)`,
  ),
);

/** The searchable values of an asset and those of its search result. */
export const assetDocument = query((params: Params<{ assetid: number }>) =>
  build
    .select({
      name: assets.name,
      assetnumber: assets.assetnumber,
      serialnumber: assets.serialnumber,
      gaugelabreference: assets.gaugelabreference,
      maintenancereference: assets.maintenancereference,
      isactive: assets.isactive,
      assettype: assettypes.assettype,
      location: locations.location,
    })
    .from(assets)
    .innerJoin(assettypes, eq(assettypes.assettypeid, assets.assettypeid))
    .leftJoin(locations, eq(locations.locationid, assets.locationid))
    .where(eq(assets.assetid, params.assetid)),
);

export const assetNumberOf = query((params: Params<{ assetid: number }>) =>
  build.select({ assetnumber: assets.assetnumber }).from(assets).where(eq(assets.assetid, params.assetid)),
);

export const assetTypeNamed = query((params: Params<{ assettype: string }>) =>
  build
    .select({ assettypeid: assettypes.assettypeid, assettype: assettypes.assettype })
    .from(assettypes)
    .where(isNamed(assettypes.assettype, params.assettype)),
);

/** Support teams whose webhook URL is stored unencrypted. */
export const clearWebhooks = query(() =>
  build
    .select({ supportteamid: supportteams.supportteamid, webhookurl: supportteams.webhookurl })
    .from(supportteams)
    .where(sql`${supportteams.webhookurl} LIKE 'http%'`),
);

/** Operating systems whose end of support no user entered or cleared. */
export const systemsWithoutOwnDate = query(() =>
  build
    .select({
      osid: operatingsystems.osid,
      osname: operatingsystems.osname,
      osversion: operatingsystems.osversion,
      endofsupport: operatingsystems.endofsupport,
    })
    .from(operatingsystems)
    .where(sql`${operatingsystems.endofsupportsource} IS NOT 'manual'`)
    .orderBy(operatingsystems.osid),
);

/** Names and versions of operating systems of a JSON list of IDs. */
export const systemsAmong = query((params: Params<{ ids: string }>) =>
  build
    .select({
      osid: operatingsystems.osid,
      osname: operatingsystems.osname,
      osversion: operatingsystems.osversion,
    })
    .from(operatingsystems)
    .where(sql`${operatingsystems.osid} IN (SELECT value FROM json_each(${params.ids}))`),
);
