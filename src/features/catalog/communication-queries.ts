import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { build, isSet, type Params, query } from '../../kit/data/query.ts';
import { type CommType, communications } from './tables.ts';

export const communicationById = query((params: Params<{ communicationid: number }>) =>
  build.select().from(communications).where(eq(communications.communicationid, params.communicationid)),
);

export const addressesOf = query((params: Params<{ assetid: number }>) =>
  build
    .select({ address: communications.address, commtype: communications.commtype })
    .from(communications)
    .where(eq(communications.assetid, params.assetid)),
);

/** The IDs of the assets with IPv6 addresses, without duplicates. */
export const longAddresses = query(() =>
  build
    .selectDistinct({ assetid: communications.assetid })
    .from(communications)
    .where(and(eq(communications.commtype, 'ip'), sql`instr(${communications.address}, ':') > 0`)),
);

/** The addresses of an asset by type, the primary one of each type first. */
export const communicationsOfAsset = query((params: Params<{ assetid: number }>) =>
  build
    .select()
    .from(communications)
    .where(eq(communications.assetid, params.assetid))
    .orderBy(communications.commtype, desc(communications.isprimary), communications.communicationid),
);

/**
 * The addresses of several assets, a JSON list of IDs. For each asset, they have the order of
 * `communicationsOfAsset`.
 */
export const communicationsOfAssets = query((params: Params<{ ids: string }>) =>
  build
    .select()
    .from(communications)
    .where(sql`${communications.assetid} IN (SELECT value FROM json_each(${params.ids}))`)
    .orderBy(
      communications.assetid,
      communications.commtype,
      desc(communications.isprimary),
      communications.communicationid,
    ),
);

/** The primary address of one type of an asset. */
export const primaryOf = query((params: Params<{ assetid: number; commtype: CommType }>) =>
  build
    .select()
    .from(communications)
    .where(
      and(
        eq(communications.assetid, params.assetid),
        eq(communications.commtype, params.commtype),
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
  (params: Params<{ assetid: number; commtype: CommType; address: string; except: number }>) =>
    build
      .select()
      .from(communications)
      .where(
        and(
          eq(communications.assetid, params.assetid),
          eq(communications.commtype, params.commtype),
          sql`${communications.isprimary} IN (0, 1)`,
          eq(communications.address, params.address),
          ne(communications.communicationid, params.except),
        ),
      ),
);
