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

export const stampInventory = command((given: Params<{ computerid: number; reported: string; at: string }>) =>
  build
    .update(computers)
    .set({ reported: given.reported, lastreporteddate: given.at })
    .where(eq(computers.computerid, given.computerid)),
);

/** Written outside the journal. It shows which reports may be of clones, and is not history for users. */
export const saveVirtual = command((given: Params<{ computerid: number; isvirtual: 0 | 1 }>) =>
  build
    .update(computers)
    .set({ isvirtual: given.isvirtual })
    .where(eq(computers.computerid, given.computerid)),
);

export const assetByNumber = query((given: Params<{ assetnumber: string }>) =>
  build
    .select({ assetid: assets.assetid })
    .from(assets)
    .where(isNamed(assets.assetnumber, given.assetnumber)),
);

export const addressesOfType = query((given: Params<{ assetid: number; commtype: CommType }>) =>
  build
    .select({
      communicationid: communications.communicationid,
      address: communications.address,
      notes: communications.notes,
      isprimary: communications.isprimary,
    })
    .from(communications)
    .where(and(eq(communications.assetid, given.assetid), eq(communications.commtype, given.commtype))),
);

export const addressRowOf = query((given: Params<{ assetid: number; commtype: CommType; address: string }>) =>
  build
    .select({ communicationid: communications.communicationid })
    .from(communications)
    .where(
      and(
        eq(communications.assetid, given.assetid),
        eq(communications.commtype, given.commtype),
        eq(communications.address, given.address),
      ),
    )
    .limit(1),
);

/**
 * Rows of an IP address that this finder wrote for older assets, none of which has a MAC address of a JSON
 * list. Only a few are returned, because an address of very many assets belongs to none of them.
 */
export const staleAddresses = query(
  (given: Params<{ assetid: number; address: string; finder: string; macs: string }>) =>
    build
      .select({ communicationid: communications.communicationid })
      .from(communications)
      .where(
        and(
          eq(communications.address, given.address),
          eq(communications.commtype, 'ip'),
          eq(communications.notes, given.finder),
          sql`${communications.assetid} < ${given.assetid}`,
          sql`NOT EXISTS (SELECT 1 FROM ${communications} AS own WHERE own.assetid = ${communications.assetid} AND own.commtype = 'mac' AND own.address IN (SELECT value FROM json_each(${given.macs})))`,
        ),
      )
      .limit(10),
);

export const computerTypeByName = query((given: Params<{ assettype: string }>) =>
  build
    .select({ assettypeid: assettypes.assettypeid })
    .from(assettypes)
    .where(isNamed(assettypes.assettype, given.assettype)),
);

export const vendorByName = query((given: Params<{ vendor: string }>) =>
  build
    .select({ vendorid: vendors.vendorid })
    .from(vendors)
    .where(isNamed(vendors.vendor, given.vendor))
    .orderBy(orderExactFirst(vendors.vendor, given.vendor))
    .limit(1),
);

/** A vendorid of 0 means none, as in the index. */
export const modelByNumber = query((given: Params<{ modelnumber: string; vendorid: number }>) =>
  build
    .select({ modelnumberid: models.modelnumberid })
    .from(models)
    .where(
      and(
        isNamed(models.modelnumber, given.modelnumber),
        sql`coalesce(${models.vendorid}, 0) = ${given.vendorid}`,
      ),
    )
    .orderBy(orderExactFirst(models.modelnumber, given.modelnumber))
    .limit(1),
);

/** An empty version means none, as in the index. */
export const operatingSystemByName = query((given: Params<{ osname: string; osversion: string }>) =>
  build
    .select({ osid: operatingsystems.osid })
    .from(operatingsystems)
    .where(
      and(
        isNamed(operatingsystems.osname, given.osname),
        sql`coalesce(${operatingsystems.osversion}, '') = ${given.osversion}`,
      ),
    )
    .orderBy(orderExactFirst(operatingsystems.osname, given.osname))
    .limit(1),
);
