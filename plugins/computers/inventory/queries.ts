import { and, eq, sql } from 'drizzle-orm';
import {
  assets,
  assettypes,
  type CommType,
  communications,
  models,
  operatingsystems,
  vendors,
} from '../../../src/features/catalog/tables.ts';
import { build, command, type Params, query } from '../../../src/kit/data/query.ts';
import { isNamed, orderExactFirst } from '../../../src/kit/data/same-name.ts';
import { computers } from '../tables.ts';

/** Stores the digests of the last reports and the time of the last one. */
export const stampInventory = command(
  (params: Params<{ computerid: number; reported: string; at: string }>) =>
    build
      .update(computers)
      .set({ reported: params.reported, lastreporteddate: params.at })
      .where(eq(computers.computerid, params.computerid)),
);

/**
 * Stores whether a computer is a virtual machine, as its last report with a `vmsystem` says. This shows which
 * reports may be of clones. It is not history for users, so it is outside the journal.
 */
export const saveVirtual = command((params: Params<{ computerid: number; isvirtual: 0 | 1 }>) =>
  build
    .update(computers)
    .set({ isvirtual: params.isvirtual })
    .where(eq(computers.computerid, params.computerid)),
);

export const assetByNumber = query((params: Params<{ assetnumber: string }>) =>
  build
    .select({ assetid: assets.assetid })
    .from(assets)
    .where(isNamed(assets.assetnumber, params.assetnumber)),
);

/** Addresses of one type of an asset. */
export const addressesOfType = query((params: Params<{ assetid: number; commtype: CommType }>) =>
  build
    .select({
      communicationid: communications.communicationid,
      address: communications.address,
      notes: communications.notes,
      isprimary: communications.isprimary,
    })
    .from(communications)
    .where(and(eq(communications.assetid, params.assetid), eq(communications.commtype, params.commtype))),
);

/** The row of an address of an asset, if it has this address. */
export const addressRowOf = query(
  (params: Params<{ assetid: number; commtype: CommType; address: string }>) =>
    build
      .select({ communicationid: communications.communicationid })
      .from(communications)
      .where(
        and(
          eq(communications.assetid, params.assetid),
          eq(communications.commtype, params.commtype),
          eq(communications.address, params.address),
        ),
      )
      .limit(1),
);

/**
 * Rows of an IP address that this finder wrote for older assets, none of which has a MAC address of a JSON
 * list. Only a few are returned, because an address of very many assets belongs to none of them.
 */
export const staleAddresses = query(
  (params: Params<{ assetid: number; address: string; finder: string; macs: string }>) =>
    build
      .select({ communicationid: communications.communicationid })
      .from(communications)
      .where(
        and(
          eq(communications.address, params.address),
          eq(communications.commtype, 'ip'),
          eq(communications.notes, params.finder),
          sql`${communications.assetid} < ${params.assetid}`,
          sql`NOT EXISTS (SELECT 1 FROM ${communications} AS own WHERE own.assetid = ${communications.assetid} AND own.commtype = 'mac' AND own.address IN (SELECT value FROM json_each(${params.macs})))`,
        ),
      )
      .limit(10),
);

export const assetTypeByName = query((params: Params<{ assettype: string }>) =>
  build
    .select({ assettypeid: assettypes.assettypeid })
    .from(assettypes)
    .where(isNamed(assettypes.assettype, params.assettype)),
);

/** The vendor with this name, in any letter case. */
export const vendorByName = query((params: Params<{ vendor: string }>) =>
  build
    .select({ vendorid: vendors.vendorid })
    .from(vendors)
    .where(isNamed(vendors.vendor, params.vendor))
    .orderBy(orderExactFirst(vendors.vendor, params.vendor))
    .limit(1),
);

/**
 * The model with this number and vendor, in any letter case. A vendorid of 0 means no vendor, as in the
 * index.
 */
export const modelByNumber = query((params: Params<{ modelnumber: string; vendorid: number }>) =>
  build
    .select({ modelnumberid: models.modelnumberid })
    .from(models)
    .where(
      and(
        isNamed(models.modelnumber, params.modelnumber),
        sql`coalesce(${models.vendorid}, 0) = ${params.vendorid}`,
      ),
    )
    .orderBy(orderExactFirst(models.modelnumber, params.modelnumber))
    .limit(1),
);

/**
 * The operating system with this name and version. The letter case of the name does not matter. An empty
 * version means none, as in the index.
 */
export const operatingSystemByName = query((params: Params<{ osname: string; osversion: string }>) =>
  build
    .select({ osid: operatingsystems.osid })
    .from(operatingsystems)
    .where(
      and(
        isNamed(operatingsystems.osname, params.osname),
        sql`coalesce(${operatingsystems.osversion}, '') = ${params.osversion}`,
      ),
    )
    .orderBy(orderExactFirst(operatingsystems.osname, params.osname))
    .limit(1),
);
