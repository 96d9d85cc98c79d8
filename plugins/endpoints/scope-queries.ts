import { and, eq, or, sql } from 'drizzle-orm';
import { assets, assettypes, businessunits, locations } from '../../src/features/catalog/tables.ts';
import { build, type Given, isSet, query } from '../../src/kit/data/query.ts';
import { computers, computertypes } from '../computers/tables.ts';

/** What scopes ask of one active PC, or of all where none is named. */
export const scopeFacts = query((given: Given<{ assetid: number | null }>) =>
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
    .innerJoin(assets, and(eq(assets.assetid, computers.assetid), isSet(assets.isactive)))
    .innerJoin(assettypes, eq(assettypes.assettypeid, assets.assettypeid))
    .leftJoin(computertypes, eq(computertypes.computertypeid, computers.computertypeid))
    .leftJoin(locations, eq(locations.locationid, assets.locationid))
    .leftJoin(businessunits, eq(businessunits.businessunitid, assets.businessunitid))
    .where(or(sql`${given.assetid} IS NULL`, sql`${computers.assetid} = ${given.assetid}`)),
);
