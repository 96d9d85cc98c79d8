import { count, desc, eq, ne } from 'drizzle-orm';
import { build, isSet, query, type RowOf } from '../../kit/data/query.ts';
import { auditlogs } from '../../kit/tables.ts';
import { assets, assetstatuses, assettypes } from '../catalog/tables.ts';

/** Active assets by type, the largest number first. */
export const assetsByType = query(() => {
  const counted = build
    .select({ assettypeid: assets.assettypeid, count: count().as('count') })
    .from(assets)
    .where(isSet(assets.isactive))
    .groupBy(assets.assettypeid)
    .as('counted');
  return build
    .select({
      assettypeid: assettypes.assettypeid,
      assettype: assettypes.assettype,
      icon: assettypes.icon,
      color: assettypes.color,
      count: counted.count,
    })
    .from(assettypes)
    .innerJoin(counted, eq(counted.assettypeid, assettypes.assettypeid))
    .orderBy(desc(counted.count));
});

export const assetsByStatus = query(() => {
  const counted = build
    .select({ statusid: assets.statusid, count: count().as('count') })
    .from(assets)
    .where(isSet(assets.isactive))
    .groupBy(assets.statusid)
    .as('counted');
  return build
    .select({
      statusid: assetstatuses.statusid,
      status: assetstatuses.status,
      color: assetstatuses.color,
      count: counted.count,
    })
    .from(assetstatuses)
    .innerJoin(counted, eq(counted.statusid, assetstatuses.statusid))
    .orderBy(desc(counted.count));
});

/** The last ten changes; signing in is none. */
export const recentChanges = query(() =>
  build
    .select({
      auditlogid: auditlogs.auditlogid,
      createddate: auditlogs.createddate,
      action: auditlogs.action,
      username: auditlogs.username,
      entitytype: auditlogs.entitytype,
      entityid: auditlogs.entityid,
    })
    .from(auditlogs)
    .where(ne(auditlogs.action, 'identity.user.loggedin'))
    .orderBy(desc(auditlogs.auditlogid))
    .limit(10),
);

export type RecentChange = RowOf<typeof recentChanges>;
