import { and, count, desc, eq, isNull, ne, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
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

/** Undecided collisions, the newest first, each with both assets. */
export const openCollisions = query((params: Params<{ limit: number; offset: number }>) => {
  const older = alias(assets, 'older');
  const newer = alias(assets, 'newer');
  return build
    .select({
      collisionid: assetcollisions.collisionid,
      createddate: assetcollisions.createddate,
      reason: assetcollisions.reason,
      olderassetid: assetcollisions.olderassetid,
      oldernumber: renamed(older.assetnumber, 'oldernumber'),
      oldername: renamed(older.name, 'oldername'),
      olderserial: renamed(older.serialnumber, 'olderserial'),
      newerassetid: assetcollisions.newerassetid,
      newernumber: renamed(newer.assetnumber, 'newernumber'),
      newername: renamed(newer.name, 'newername'),
      newerserial: renamed(newer.serialnumber, 'newerserial'),
    })
    .from(assetcollisions)
    .innerJoin(older, eq(older.assetid, assetcollisions.olderassetid))
    .innerJoin(newer, eq(newer.assetid, assetcollisions.newerassetid))
    .where(isUndecided())
    .orderBy(desc(assetcollisions.createddate), desc(assetcollisions.collisionid))
    .limit(params.limit)
    .offset(params.offset);
});

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
