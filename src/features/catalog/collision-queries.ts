import { and, count, desc, eq, isNull, ne, or } from 'drizzle-orm';
import { build, type Params, query, renamed } from '../../kit/data/query.ts';
import { assetcollisions, assets, communications, relationships, relationshiptypes } from './tables.ts';

const isUndecided = () => isNull(assetcollisions.same);

/** Counts the collisions without a decision. */
export const openCollisionCount = query(() =>
  build
    .select({ n: count().as('n') })
    .from(assetcollisions)
    .where(isUndecided()),
);

/** The collision of two assets. */
export const collisionOf = query((params: Params<{ older: number; newer: number }>) =>
  build
    .select({ collisionid: assetcollisions.collisionid })
    .from(assetcollisions)
    .where(
      and(eq(assetcollisions.olderassetid, params.older), eq(assetcollisions.newerassetid, params.newer)),
    ),
);

/** Undecided collisions of an asset other than the one that is being decided. */
export const openCollisionsOf = query((params: Params<{ assetid: number; except: number }>) =>
  build
    .select()
    .from(assetcollisions)
    .where(
      and(
        or(
          eq(assetcollisions.olderassetid, params.assetid),
          eq(assetcollisions.newerassetid, params.assetid),
        ),
        isUndecided(),
        ne(assetcollisions.collisionid, params.except),
      ),
    ),
);

/** The asset into which a retired asset was merged. */
export const mergeTargetOfAsset = query((params: Params<{ assetid: number }>) =>
  build
    .select({ assetid: renamed(assetcollisions.olderassetid, 'assetid') })
    .from(assetcollisions)
    .innerJoin(assets, eq(assets.assetid, assetcollisions.newerassetid))
    .where(
      and(
        eq(assetcollisions.newerassetid, params.assetid),
        eq(assetcollisions.same, 1),
        eq(assets.isactive, 0),
      ),
    ),
);

/** A retired asset that was merged into the asset. */
export const mergeSourceOfAsset = query((params: Params<{ assetid: number }>) =>
  build
    .select({ assetid: renamed(assetcollisions.newerassetid, 'assetid') })
    .from(assetcollisions)
    .innerJoin(assets, eq(assets.assetid, assetcollisions.newerassetid))
    .where(
      and(
        eq(assetcollisions.olderassetid, params.assetid),
        eq(assetcollisions.same, 1),
        eq(assets.isactive, 0),
      ),
    )
    .limit(1),
);

/**
 * The IDs of an asset's addresses, the last one first. The caller takes steps from the end of the list.
 * `relationshipIdsOf` is ordered the same way.
 */
export const addressIdsOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ communicationid: communications.communicationid })
    .from(communications)
    .where(eq(communications.assetid, params.assetid))
    .orderBy(desc(communications.communicationid)),
);

export const relationshipIdsOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ relationshipid: relationships.relationshipid })
    .from(relationships)
    .where(
      or(eq(relationships.sourceassetid, params.assetid), eq(relationships.targetassetid, params.assetid)),
    )
    .orderBy(desc(relationships.relationshipid)),
);

export const relationshipOf = query((params: Params<{ relationshipid: number }>) =>
  build
    .select({
      sourceassetid: relationships.sourceassetid,
      targetassetid: relationships.targetassetid,
      relationshiptypeid: relationships.relationshiptypeid,
      isdirectional: relationshiptypes.isdirectional,
      issingular: relationshiptypes.issingular,
    })
    .from(relationships)
    .innerJoin(relationshiptypes, eq(relationshiptypes.relationshiptypeid, relationships.relationshiptypeid))
    .where(eq(relationships.relationshipid, params.relationshipid)),
);
