import { build, type Params, query } from '../../kit/data/query.ts';
import { isNamed } from '../../kit/data/same-name.ts';
import { assets } from '../catalog/tables.ts';

/** An asset with this number, in any letter case, active or not. */
export const assetNumbered = query((params: Params<{ assetnumber: string }>) =>
  build
    .select({ assetid: assets.assetid })
    .from(assets)
    .where(isNamed(assets.assetnumber, params.assetnumber))
    .limit(1),
);
