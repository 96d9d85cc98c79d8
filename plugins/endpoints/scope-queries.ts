import { eq } from 'drizzle-orm';
import { isActiveAssetOf } from '../../src/features/catalog/index.ts';
import { assets, assettypes, businessunits, locations } from '../../src/features/catalog/tables.ts';
import { build, type Params, query } from '../../src/kit/data/query.ts';
import { computers, computertypes } from '../computers/tables.ts';

/** Properties of active PCs that scopes match. */
const facts = () =>
  build
    .select({
      assetid: computers.assetid,
      hostname: computers.hostname,
      assettype: assettypes.assettype,
      computertype: computertypes.computertype,
      location: locations.location,
      businessunit: businessunits.businessunit,
    })
    .from(computers)
    .innerJoin(assets, isActiveAssetOf(computers.assetid))
    .innerJoin(assettypes, eq(assettypes.assettypeid, assets.assettypeid))
    .leftJoin(computertypes, eq(computertypes.computertypeid, computers.computertypeid))
    .leftJoin(locations, eq(locations.locationid, assets.locationid))
    .leftJoin(businessunits, eq(businessunits.businessunitid, assets.businessunitid));

/** Properties of all active PCs that scopes match. */
export const factsOfAll = query(facts);

/** Properties of one PC. Each check-in needs them, so this statement reads that PC only. */
export const factsOfOne = query((params: Params<{ assetid: number }>) =>
  facts().where(eq(computers.assetid, params.assetid)),
);
