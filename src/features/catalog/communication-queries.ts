import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { build, isSet, type Params, query } from '../../kit/data/query.ts';
import { type CommType, communications } from './tables.ts';

export const communicationById = query((given: Params<{ communicationid: number }>) =>
  build.select().from(communications).where(eq(communications.communicationid, given.communicationid)),
);

export const addressesOf = query((given: Params<{ assetid: number }>) =>
  build
    .select({ address: communications.address, commtype: communications.commtype })
    .from(communications)
    .where(eq(communications.assetid, given.assetid)),
);

/** The assets with IPv6 addresses, without duplicates. */
export const longAddresses = query(() =>
  build
    .selectDistinct({ assetid: communications.assetid })
    .from(communications)
    .where(and(eq(communications.commtype, 'ip'), sql`instr(${communications.address}, ':') > 0`)),
);

/** The addresses of an asset by type, the primary one of each type first. */
export const communicationsOfAsset = query((given: Params<{ assetid: number }>) =>
  build
    .select()
    .from(communications)
    .where(eq(communications.assetid, given.assetid))
    .orderBy(communications.commtype, desc(communications.isprimary), communications.communicationid),
);

export const communicationsOfAssets = query((given: Params<{ ids: string }>) =>
  build
    .select()
    .from(communications)
    .where(sql`${communications.assetid} IN (SELECT value FROM json_each(${given.ids}))`)
    .orderBy(
      communications.assetid,
      communications.commtype,
      desc(communications.isprimary),
      communications.communicationid,
    ),
);

export const primaryOf = query((given: Params<{ assetid: number; commtype: CommType }>) =>
  build
    .select()
    .from(communications)
    .where(
      and(
        eq(communications.assetid, given.assetid),
        eq(communications.commtype, given.commtype),
        isSet(communications.isprimary),
      ),
    ),
);

/**
 * The row of an address of an asset, except the row `except`; 0 excludes none. The condition on `isprimary`
 * lets SQLite use all columns of the index before the address. Otherwise it would read up to 20,000 addresses
 * of a switch one by one.
 */
export const communicationAt = query(
  (given: Params<{ assetid: number; commtype: CommType; address: string; except: number }>) =>
    build
      .select()
      .from(communications)
      .where(
        and(
          eq(communications.assetid, given.assetid),
          eq(communications.commtype, given.commtype),
          sql`${communications.isprimary} IN (0, 1)`,
          eq(communications.address, given.address),
          ne(communications.communicationid, given.except),
        ),
      ),
);
