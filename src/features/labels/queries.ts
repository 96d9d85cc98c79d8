import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { build, type Params, query, type RowOf } from '../../kit/data/query.ts';
import { assets, assettypes, businessunits, locations, models, vendors } from '../catalog/tables.ts';

/** The values for the label of an asset. */
export const labeledAsset = query((params: Params<{ assetid: number }>) =>
  build
    .select({
      assetnumber: assets.assetnumber,
      name: assets.name,
      serialnumber: assets.serialnumber,
      assettypeid: assets.assettypeid,
      assettype: assettypes.assettype,
      vendor: vendors.vendor,
      modelnumber: models.modelnumber,
      location: locations.location,
      businessunit: businessunits.businessunit,
    })
    .from(assets)
    .innerJoin(assettypes, eq(assettypes.assettypeid, assets.assettypeid))
    .leftJoin(vendors, eq(vendors.vendorid, assets.vendorid))
    .leftJoin(models, eq(models.modelnumberid, assets.modelnumberid))
    .leftJoin(locations, eq(locations.locationid, assets.locationid))
    .leftJoin(businessunits, eq(businessunits.businessunitid, assets.businessunitid))
    .where(eq(assets.assetid, params.assetid)),
);

export type LabeledAsset = RowOf<typeof labeledAsset>;

export const labeledLocation = query((params: Params<{ locationid: number }>) => {
  const around = alias(locations, 'around');
  return build
    .select({
      location: locations.location,
      description: locations.description,
      within: sql<string | null>`${around.location}`.as('within'),
    })
    .from(locations)
    .leftJoin(around, eq(around.locationid, locations.parentlocationid))
    .where(eq(locations.locationid, params.locationid));
});
