import { desc, eq } from 'drizzle-orm';
import { build, type Params, query } from '../../kit/data/query.ts';
import { assetfiles } from './tables.ts';

/** The files of an asset, newest first. */
export const filesOfAsset = query((params: Params<{ assetid: number }>) =>
  build
    .select()
    .from(assetfiles)
    .where(eq(assetfiles.assetid, params.assetid))
    .orderBy(desc(assetfiles.createddate), desc(assetfiles.assetfileid)),
);
