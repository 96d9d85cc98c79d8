import { desc, eq } from 'drizzle-orm';
import { build, type Params, query } from '../../kit/data/query.ts';
import { assetfiles } from './tables.ts';

/** The files of an asset, newest first. */
export const filesOfAsset = query((given: Params<{ assetid: number }>) =>
  build
    .select()
    .from(assetfiles)
    .where(eq(assetfiles.assetid, given.assetid))
    .orderBy(desc(assetfiles.createddate), desc(assetfiles.assetfileid)),
);
