import { and, count, eq, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { build, type Params, query, type RowOf, renamed } from '../../kit/data/query.ts';
import { assets, assettypes, relationshippropagations, relationships, relationshiptypes } from './tables.ts';

const selectRelated = () => {
  const source = alias(assets, 'source');
  const target = alias(assets, 'target');
  return build
    .select({
      relationshipid: relationships.relationshipid,
      sourceassetid: relationships.sourceassetid,
      sourceasset: renamed(source.assetnumber, 'sourceasset'),
      targetassetid: relationships.targetassetid,
      targetasset: renamed(target.assetnumber, 'targetasset'),
      relationshiptypeid: relationships.relationshiptypeid,
      relationshiptype: relationshiptypes.relationshiptype,
      color: relationshiptypes.color,
      isdirectional: relationshiptypes.isdirectional,
      issingular: relationshiptypes.issingular,
      notes: relationships.notes,
      createddate: relationships.createddate,
      modifieddate: relationships.modifieddate,
    })
    .from(relationships)
    .innerJoin(relationshiptypes, eq(relationshiptypes.relationshiptypeid, relationships.relationshiptypeid))
    .innerJoin(source, eq(source.assetid, relationships.sourceassetid))
    .innerJoin(target, eq(target.assetid, relationships.targetassetid));
};

export const relationshipById = query((params: Params<{ relationshipid: number }>) =>
  selectRelated().where(eq(relationships.relationshipid, params.relationshipid)),
);

export type RelationshipRow = RowOf<typeof relationshipById>;

const selectRelationships = (assetid: Params<{ assetid: number }>['assetid']) =>
  selectRelated()
    .where(or(eq(relationships.sourceassetid, assetid), eq(relationships.targetassetid, assetid)))
    .orderBy(relationshiptypes.relationshiptype, relationships.relationshipid);

export const relationshipsOfAsset = query((params: Params<{ assetid: number }>) =>
  selectRelationships(params.assetid),
);

/** The first relationships of an asset, in the order of `relationshipsOfAsset`. */
export const firstRelationshipsOfAsset = query((params: Params<{ assetid: number; most: number }>) =>
  selectRelationships(params.assetid).limit(params.most),
);

/** An asset by its ID, with the values that a relationship shows of the asset at its other end. */
export const peerOf = query((params: Params<{ assetid: number }>) =>
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
    .where(eq(assets.assetid, params.assetid)),
);

/**
 * The types of relationship that are inherited, and the type through which each is inherited. `isdirectional`
 * is that of the second type.
 */
export const propagations = query(() =>
  build
    .select({
      relationshiptypeid: relationshippropagations.relationshiptypeid,
      throughtypeid: relationshippropagations.throughtypeid,
      isdirectional: relationshiptypes.isdirectional,
    })
    .from(relationshippropagations)
    .innerJoin(
      relationshiptypes,
      eq(relationshiptypes.relationshiptypeid, relationshippropagations.throughtypeid),
    )
    .orderBy(relationshippropagations.propagationid),
);

/** The relationship of this type from one asset to another. */
export const relationBetween = query((params: Params<{ source: number; target: number; type: number }>) =>
  build
    .select({ relationshipid: relationships.relationshipid })
    .from(relationships)
    .where(
      and(
        eq(relationships.sourceassetid, params.source),
        eq(relationships.targetassetid, params.target),
        eq(relationships.relationshiptypeid, params.type),
      ),
    ),
);

/** A relationship of a type that starts at an asset. */
export const relationFrom = query((params: Params<{ source: number; type: number }>) =>
  build
    .select({ relationshipid: relationships.relationshipid })
    .from(relationships)
    .where(
      and(eq(relationships.sourceassetid, params.source), eq(relationships.relationshiptypeid, params.type)),
    ),
);

/** The relationships of an asset to the other bays of its dual-path machine. */
export const dualPathsOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ sourceassetid: relationships.sourceassetid, targetassetid: relationships.targetassetid })
    .from(relationships)
    .innerJoin(relationshiptypes, eq(relationshiptypes.relationshiptypeid, relationships.relationshiptypeid))
    .where(
      and(
        eq(relationshiptypes.relationshiptype, 'dualpath'),
        or(eq(relationships.sourceassetid, params.assetid), eq(relationships.targetassetid, params.assetid)),
      ),
    ),
);

/** Counts the relationships of an asset in both directions. */
export const relationshipCount = query((params: Params<{ assetid: number }>) =>
  build
    .select({ n: count().as('n') })
    .from(relationships)
    .where(
      or(eq(relationships.sourceassetid, params.assetid), eq(relationships.targetassetid, params.assetid)),
    ),
);

/** The number and the name of an asset. */
export const assetNames = query((params: Params<{ assetid: number }>) =>
  build
    .select({ assetnumber: assets.assetnumber, name: assets.name })
    .from(assets)
    .where(eq(assets.assetid, params.assetid)),
);

/** The name of a connection type, and whether it has a direction. */
export const relationshipTypeNames = query((params: Params<{ relationshiptypeid: number }>) =>
  build
    .select({
      relationshiptype: relationshiptypes.relationshiptype,
      isdirectional: relationshiptypes.isdirectional,
    })
    .from(relationshiptypes)
    .where(eq(relationshiptypes.relationshiptypeid, params.relationshiptypeid)),
);
