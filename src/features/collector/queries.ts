import { and, desc, eq } from 'drizzle-orm';
import { build, type Params, query, type RowOf } from '../../kit/data/query.ts';
import { isNamed, orderExactFirst } from '../../kit/data/same-name.ts';
import { assets, assettypes } from '../catalog/tables.ts';

const selectAssets = () =>
  build
    .select({
      assetid: assets.assetid,
      assetnumber: assets.assetnumber,
      serialnumber: assets.serialnumber,
      vendorid: assets.vendorid,
      assettype: assettypes.assettype,
      isactive: assets.isactive,
    })
    .from(assets)
    .innerJoin(assettypes, eq(assettypes.assettypeid, assets.assettypeid));

/** The asset of any type with this number; of several spellings the exact one. */
export const assetOfNumber = query((params: Params<{ assetnumber: string }>) =>
  selectAssets()
    .where(isNamed(assets.assetnumber, params.assetnumber))
    .orderBy(orderExactFirst(assets.assetnumber, params.assetnumber))
    .limit(1),
);

/** The assets of a type with this serial number, active ones first. */
export const assetsOfSerial = query((params: Params<{ serialnumber: string; assettype: string }>) =>
  selectAssets()
    .where(
      and(isNamed(assets.serialnumber, params.serialnumber), isNamed(assettypes.assettype, params.assettype)),
    )
    .orderBy(desc(assets.isactive), assets.assetid),
);

export type AssetIdentity = RowOf<typeof assetOfNumber>;
