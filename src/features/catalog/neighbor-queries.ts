import { eq, sql } from 'drizzle-orm';
import { build, type Params, query } from '../../kit/data/query.ts';
import { assets, assettypes, relationships, relationshiptypes } from './tables.ts';

/**
 * The relationships of several assets (a JSON list of IDs), limited to the `most` oldest of each, with the
 * total of each. `fromid` is the asset of the list. A printer that a thousand PCs use returns the total
 * without all rows.
 */
export const relationshipsAround = query((params: Params<{ ids: string; most: number }>) =>
  build
    .select({
      fromid: sql<number>`fromid`.as('fromid'),
      relationshipid: sql<number>`relationshipid`.as('relationshipid'),
      sourceassetid: sql<number>`sourceassetid`.as('sourceassetid'),
      targetassetid: sql<number>`targetassetid`.as('targetassetid'),
      relationshiptype: relationshiptypes.relationshiptype,
      isdirectional: relationshiptypes.isdirectional,
      total: sql<number>`total`.as('total'),
    })
    .from(
      sql`(SELECT *, row_number() OVER (PARTITION BY fromid ORDER BY relationshipid) AS place, count(*) OVER (PARTITION BY fromid) AS total
        FROM (SELECT value AS fromid, ${relationships}.* FROM json_each(${params.ids}) JOIN ${relationships} ON sourceassetid = value
          UNION ALL SELECT value, ${relationships}.* FROM json_each(${params.ids}) JOIN ${relationships} ON targetassetid = value)) AS near`,
    )
    .innerJoin(relationshiptypes, sql`${relationshiptypes.relationshiptypeid} = near.relationshiptypeid`)
    .where(sql`near.place <= ${params.most}`),
);

/** The assets of a JSON list of IDs, with the values that a graph shows. */
export const assetsNamed = query((params: Params<{ ids: string }>) =>
  build
    .select({
      assetid: assets.assetid,
      assetnumber: assets.assetnumber,
      name: assets.name,
      assettype: assettypes.assettype,
      icon: assettypes.icon,
      isactive: assets.isactive,
    })
    .from(assets)
    .innerJoin(assettypes, eq(assettypes.assettypeid, assets.assettypeid))
    .where(sql`${assets.assetid} IN (SELECT value FROM json_each(${params.ids}))`)
    .orderBy(assets.assetid),
);
