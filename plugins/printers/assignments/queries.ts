import { and, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { isActiveAssetOf } from '../../../src/features/catalog/index.ts';
import {
  assets,
  assettypes,
  relationships,
  relationshiptypes,
} from '../../../src/features/catalog/tables.ts';
import { build, type Params, query, type RowOf, renamed } from '../../../src/kit/data/query.ts';
import { isAmong } from '../queries.ts';
import { printers } from '../tables.ts';

/** Relationship types that assign printers to an asset. */
export const PRINTING_RELATIONSHIPS = ['usesprinter', 'defaultprinter'] as const;

/** Printers assigned to each of some assets, one row per relationship. */
export const assignmentsOfAssets = query((params: Params<{ ids: string }>) =>
  build
    .select({
      relationshipid: relationships.relationshipid,
      sourceassetid: relationships.sourceassetid,
      relationshiptype: relationshiptypes.relationshiptype,
      printerid: printers.printerid,
      assetid: printers.assetid,
      assetnumber: assets.assetnumber,
      name: assets.name,
      hostname: printers.hostname,
      windowsname: printers.windowsname,
      sharename: printers.sharename,
      isactive: assets.isactive,
      modifieddate: relationships.modifieddate,
    })
    .from(relationships)
    .innerJoin(relationshiptypes, eq(relationshiptypes.relationshiptypeid, relationships.relationshiptypeid))
    .innerJoin(printers, eq(printers.assetid, relationships.targetassetid))
    .innerJoin(assets, eq(assets.assetid, printers.assetid))
    .where(
      and(
        isAmong(relationships.sourceassetid, params.ids),
        inArray(relationshiptypes.relationshiptype, [...PRINTING_RELATIONSHIPS]),
      ),
    )
    .orderBy(relationships.sourceassetid, printers.windowsname, printers.printerid),
);

export type AssignmentRow = RowOf<typeof assignmentsOfAssets>;

/** Active assets that an asset controls. */
export const assetsControlledBy = query((params: Params<{ assetid: number }>) =>
  build
    .select({ assetid: assets.assetid, assetnumber: assets.assetnumber, name: assets.name })
    .from(relationships)
    .innerJoin(relationshiptypes, eq(relationshiptypes.relationshiptypeid, relationships.relationshiptypeid))
    .innerJoin(assets, isActiveAssetOf(relationships.targetassetid))
    .where(
      and(
        eq(relationships.sourceassetid, params.assetid),
        eq(relationshiptypes.relationshiptype, 'controls'),
      ),
    )
    .orderBy(assets.assetid),
);

/** The relationship types that determine the printers of an asset. */
export const typesOfPrinting = query(() =>
  build
    .select({
      relationshiptypeid: relationshiptypes.relationshiptypeid,
      relationshiptype: relationshiptypes.relationshiptype,
    })
    .from(relationshiptypes)
    .where(inArray(relationshiptypes.relationshiptype, [...PRINTING_RELATIONSHIPS])),
);

/** Existing printers among the IDs, active or retired. */
export const printersAmong = query((params: Params<{ ids: string }>) =>
  build
    .select({
      printerid: printers.printerid,
      assetid: printers.assetid,
      assetnumber: assets.assetnumber,
      windowsname: printers.windowsname,
      isactive: assets.isactive,
    })
    .from(printers)
    .innerJoin(assets, eq(assets.assetid, printers.assetid))
    .where(isAmong(printers.printerid, params.ids)),
);

const user = alias(assets, 'user');

/** Active assets to which a printer is assigned directly, and whether it is their default. */
export const usersOfPrinter = query((params: Params<{ printerid: number }>) =>
  build
    .select({
      assetid: user.assetid,
      assetnumber: user.assetnumber,
      name: user.name,
      assettype: assettypes.assettype,
      isdefault: sql<number>`max(${relationshiptypes.relationshiptype} = 'defaultprinter')`.as('isdefault'),
    })
    .from(printers)
    .innerJoin(relationships, eq(relationships.targetassetid, printers.assetid))
    .innerJoin(relationshiptypes, eq(relationshiptypes.relationshiptypeid, relationships.relationshiptypeid))
    .innerJoin(user, and(eq(user.assetid, relationships.sourceassetid), eq(user.isactive, 1)))
    .innerJoin(assettypes, eq(assettypes.assettypeid, user.assettypeid))
    .where(
      and(
        eq(printers.printerid, params.printerid),
        inArray(relationshiptypes.relationshiptype, [...PRINTING_RELATIONSHIPS]),
      ),
    )
    .groupBy(user.assetid)
    .orderBy(user.assetnumbersortkey),
);

/** Active assets that control one of the assets and have no active printers of their own. */
export const controllersOf = query((params: Params<{ ids: string }>) =>
  build
    .select({
      throughassetid: renamed(relationships.targetassetid, 'throughassetid'),
      assetid: user.assetid,
      assetnumber: user.assetnumber,
      name: user.name,
      assettype: assettypes.assettype,
    })
    .from(relationships)
    .innerJoin(relationshiptypes, eq(relationshiptypes.relationshiptypeid, relationships.relationshiptypeid))
    .innerJoin(user, and(eq(user.assetid, relationships.sourceassetid), eq(user.isactive, 1)))
    .innerJoin(assettypes, eq(assettypes.assettypeid, user.assettypeid))
    .where(
      and(
        isAmong(relationships.targetassetid, params.ids),
        eq(relationshiptypes.relationshiptype, 'controls'),
        sql`NOT EXISTS (SELECT 1 FROM ${relationships} own JOIN ${relationshiptypes} t ON t.relationshiptypeid = own.relationshiptypeid
          JOIN ${printers} ON printers.assetid = own.targetassetid JOIN ${assets} ON assets.assetid = printers.assetid AND assets.isactive = 1
          WHERE own.sourceassetid = ${user.assetid} AND t.relationshiptype IN ('usesprinter', 'defaultprinter'))`,
      ),
    )
    .orderBy(user.assetnumbersortkey),
);
