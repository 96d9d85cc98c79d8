import { and, count, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { type AnySQLiteColumn, alias } from 'drizzle-orm/sqlite-core';
import { isActiveAssetOf, isInUse } from '../../src/features/catalog/index.ts';
import {
  assets,
  assetstatuses,
  assettypes,
  communications,
  locations,
  relationships,
  relationshiptypes,
} from '../../src/features/catalog/tables.ts';
import { build, isSet, type Params, query } from '../../src/kit/data/query.ts';
import { isWithinPlace, type PlaceFilter } from '../../src/kit/resource/place-filter.ts';
import { relationshipTypeId, selectControllers, selectPartners } from './relationship-conditions.ts';
import { controllertypes, machines, machinetypes } from './tables.ts';

const countColumn = () => count().as('count');
const ofActiveAsset = () => isActiveAssetOf(machines.assetid);

/** Machines at either end of these `dualpath` relationships that are not marked as dual path. */
export const singleBaysOf = query((params: Params<{ relationshipids: string }>) => {
  const end = (column: AnySQLiteColumn) => sql`SELECT ${column} FROM ${relationships}
    WHERE ${relationships.relationshipid} IN (SELECT value FROM json_each(${params.relationshipids}))
      AND ${relationships.relationshiptypeid} = ${relationshipTypeId('dualpath')}`;
  const ends = sql`${end(relationships.sourceassetid)} UNION ALL ${end(relationships.targetassetid)}`;
  return build
    .select({ machineid: machines.machineid })
    .from(machines)
    .where(and(eq(machines.isdualpath, 0), sql`${machines.assetid} IN (${ends})`));
});

/** A `dualpath` relationship of an asset. */
export const dualPathOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ relationshipid: relationships.relationshipid })
    .from(relationships)
    .where(
      and(
        eq(relationships.relationshiptypeid, relationshipTypeId('dualpath')),
        or(eq(relationships.sourceassetid, params.assetid), eq(relationships.targetassetid, params.assetid)),
      ),
    )
    .limit(1),
);

/** Counts the active machines, and those that are marked as dual path. */
export const activeMachines = query(() =>
  build
    .select({
      total: count().as('total'),
      dualpath: sql<number>`coalesce(sum(${machines.isdualpath}), 0)`.as('dualpath'),
    })
    .from(machines)
    .innerJoin(assets, ofActiveAsset()),
);

export const activeMachinesByType = query(() =>
  build
    .select({
      machinetypeid: machines.machinetypeid,
      machinetype: machinetypes.machinetype,
      count: countColumn(),
    })
    .from(machines)
    .innerJoin(assets, ofActiveAsset())
    .leftJoin(machinetypes, eq(machinetypes.machinetypeid, machines.machinetypeid))
    .groupBy(machines.machinetypeid)
    .orderBy(desc(countColumn()), machinetypes.machinetype),
);

export const activeByController = query(() =>
  build
    .select({
      controllertypeid: machines.controllertypeid,
      controllertype: controllertypes.controllertype,
      count: countColumn(),
    })
    .from(machines)
    .innerJoin(assets, ofActiveAsset())
    .leftJoin(controllertypes, eq(controllertypes.controllertypeid, machines.controllertypeid))
    .groupBy(machines.controllertypeid)
    .orderBy(desc(countColumn()), controllertypes.controllertype),
);

export const activeByStatus = query(() =>
  build
    .select({
      statusid: assets.statusid,
      status: assetstatuses.status,
      color: assetstatuses.color,
      count: countColumn(),
    })
    .from(machines)
    .innerJoin(assets, ofActiveAsset())
    .innerJoin(assetstatuses, eq(assetstatuses.statusid, assets.statusid))
    .groupBy(assets.statusid)
    .orderBy(desc(countColumn()), assetstatuses.status),
);

/** Counts the machines in use without a location. */
export const withoutPlace = query(() =>
  build
    .select({ n: count().as('n') })
    .from(machines)
    .innerJoin(assets, ofActiveAsset())
    .where(and(isInUse, isNull(assets.locationid))),
);

/** Counts the dual-path machines in use whose other bay is not connected. */
export const withoutPartner = query(() =>
  build
    .select({ n: count().as('n') })
    .from(machines)
    .innerJoin(assets, ofActiveAsset())
    .where(and(isInUse, isSet(machines.isdualpath), sql`NOT EXISTS (${selectPartners('1')})`)),
);

/** The number of active machines within a place filter by type and controller. */
export const typesAndControllers = query((params: Params<PlaceFilter>) =>
  build
    .select({
      machinetype: machinetypes.machinetype,
      controllertype: controllertypes.controllertype,
      machines: count().as('machines'),
      dualpath: sql<number>`sum(${machines.isdualpath})`.as('dualpath'),
    })
    .from(machines)
    .innerJoin(assets, ofActiveAsset())
    .leftJoin(machinetypes, eq(machinetypes.machinetypeid, machines.machinetypeid))
    .leftJoin(controllertypes, eq(controllertypes.controllertypeid, machines.controllertypeid))
    .where(isWithinPlace(assets, params))
    .groupBy(machines.machinetypeid, machines.controllertypeid)
    .orderBy(machinetypes.machinetype, controllertypes.controllertype),
);

/** Active machines within a place filter without an active asset that controls them or their partner bay. */
export const uncontrolled = query((params: Params<PlaceFilter>) =>
  build
    .select({
      assetnumber: assets.assetnumber,
      name: assets.name,
      machinetype: machinetypes.machinetype,
      controllertype: controllertypes.controllertype,
      location: locations.location,
    })
    .from(machines)
    .innerJoin(assets, ofActiveAsset())
    .leftJoin(machinetypes, eq(machinetypes.machinetypeid, machines.machinetypeid))
    .leftJoin(controllertypes, eq(controllertypes.controllertypeid, machines.controllertypeid))
    .leftJoin(locations, eq(locations.locationid, assets.locationid))
    .where(and(sql`NOT EXISTS (${selectControllers('1')})`, isWithinPlace(assets, params)))
    .orderBy(assets.assetnumbersortkey),
);

const peer = alias(assets, 'peer');
const near = alias(assets, 'near');

/**
 * The active assets related to those of a JSON list, in either direction, at most `most`. `nearassetid` and
 * `nearnumber` identify the asset of the list. `isout` is 1 when that asset is the source.
 */
export const relationshipsOfAssets = query((params: Params<{ ids: string; most: number }>) =>
  build
    .select({
      relationshipid: relationships.relationshipid,
      relationshiptype: relationshiptypes.relationshiptype,
      isout: sql<number>`${relationships.sourceassetid} = ${near.assetid}`.as('isout'),
      nearassetid: sql<number>`${near.assetid}`.as('nearassetid'),
      nearnumber: sql<string>`${near.assetnumber}`.as('nearnumber'),
      assetid: peer.assetid,
      assetnumber: peer.assetnumber,
      name: peer.name,
      assettype: assettypes.assettype,
      icon: assettypes.icon,
      status: assetstatuses.status,
      statuscolor: sql<string | null>`${assetstatuses.color}`.as('statuscolor'),
      location: locations.location,
      ipaddress: sql<string | null>`(SELECT ${communications.address} FROM ${communications}
        WHERE ${communications.assetid} = ${peer.assetid} AND ${communications.commtype} = 'ip' AND ${communications.isprimary} = 1)`.as(
        'ipaddress',
      ),
    })
    .from(near)
    .innerJoin(
      relationships,
      sql`${relationships.relationshipid} IN (
        SELECT r.relationshipid FROM ${relationships} r WHERE r.sourceassetid = ${near.assetid}
        UNION ALL SELECT r.relationshipid FROM ${relationships} r WHERE r.targetassetid = ${near.assetid})`,
    )
    .innerJoin(relationshiptypes, eq(relationshiptypes.relationshiptypeid, relationships.relationshiptypeid))
    .innerJoin(
      peer,
      and(
        sql`${peer.assetid} = CASE WHEN ${relationships.sourceassetid} = ${near.assetid} THEN ${relationships.targetassetid} ELSE ${relationships.sourceassetid} END`,
        isSet(peer.isactive),
      ),
    )
    .innerJoin(assettypes, eq(assettypes.assettypeid, peer.assettypeid))
    .innerJoin(assetstatuses, eq(assetstatuses.statusid, peer.statusid))
    .leftJoin(locations, eq(locations.locationid, peer.locationid))
    .where(sql`${near.assetid} IN (SELECT value FROM json_each(${params.ids}))`)
    .orderBy(relationships.relationshipid)
    .limit(params.most),
);

export const assetOfMachine = query((params: Params<{ machineid: number }>) =>
  build.select({ assetid: machines.assetid }).from(machines).where(eq(machines.machineid, params.machineid)),
);
