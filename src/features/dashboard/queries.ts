import { and, count, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { build, isSet, type Params, query } from '../../kit/data/query.ts';
import { isWithinPlace, type PlaceFilter } from '../../kit/resource/place-filter.ts';
import { auditlogs } from '../../kit/tables.ts';
import { assets, assetstatuses, assettallies, assettypes } from '../catalog/tables.ts';

const counted = sql<number>`sum(${assettallies.n})`.as('count');

/** Active assets by type, the largest number first. */
export const assetsByType = query(() =>
  build
    .select({
      assettypeid: assettypes.assettypeid,
      assettype: assettypes.assettype,
      icon: assettypes.icon,
      color: assettypes.color,
      count: counted,
    })
    .from(assettallies)
    .innerJoin(assettypes, eq(assettypes.assettypeid, assettallies.assettypeid))
    .where(gt(assettallies.n, 0))
    .groupBy(assettypes.assettypeid)
    .orderBy(desc(counted)),
);

/** Active assets by status, the largest number first. */
export const assetsByStatus = query(() =>
  build
    .select({
      statusid: assetstatuses.statusid,
      status: assetstatuses.status,
      color: assetstatuses.color,
      count: counted,
    })
    .from(assettallies)
    .innerJoin(assetstatuses, eq(assetstatuses.statusid, assettallies.statusid))
    .where(gt(assettallies.n, 0))
    .groupBy(assetstatuses.statusid)
    .orderBy(desc(counted)),
);

/** Active assets by type and status. */
export const assetsByTypeAndStatus = query(() =>
  build
    .select({ assettype: assettypes.assettype, status: assetstatuses.status, count: counted })
    .from(assettallies)
    .innerJoin(assettypes, eq(assettypes.assettypeid, assettallies.assettypeid))
    .innerJoin(assetstatuses, eq(assetstatuses.statusid, assettallies.statusid))
    .where(gt(assettallies.n, 0))
    .groupBy(assettypes.assettypeid, assetstatuses.statusid)
    .orderBy(assettypes.assettype, assetstatuses.statusid),
);

/**
 * The numbers of `assetsByTypeAndStatus` for assets that match a place filter. They are counted, because the
 * tallies contain no place.
 */
export const placedByTypeAndStatus = query((params: Params<PlaceFilter>) =>
  build
    .select({ assettype: assettypes.assettype, status: assetstatuses.status, count: count().as('count') })
    .from(assets)
    .innerJoin(assettypes, eq(assettypes.assettypeid, assets.assettypeid))
    .innerJoin(assetstatuses, eq(assetstatuses.statusid, assets.statusid))
    .where(and(isSet(assets.isactive), isWithinPlace(assets, params)))
    .groupBy(assettypes.assettypeid, assetstatuses.statusid)
    .orderBy(assettypes.assettype, assetstatuses.statusid),
);

/** The last 40 changes, the newest first, without sign-ins. */
export const recentChanges = query(() =>
  build
    .select({
      auditlogid: auditlogs.auditlogid,
      createddate: auditlogs.createddate,
      action: auditlogs.action,
      username: auditlogs.username,
      entitytype: auditlogs.entitytype,
      entityid: auditlogs.entityid,
      details: auditlogs.details,
    })
    .from(auditlogs)
    .where(ne(auditlogs.action, 'identity.user.loggedin'))
    .orderBy(desc(auditlogs.auditlogid))
    .limit(40),
);
