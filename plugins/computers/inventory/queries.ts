import { and, desc, eq, ne, sql } from 'drizzle-orm';
import {
  assets,
  assettypes,
  type CommType,
  communications,
  models,
  operatingsystems,
  vendors,
} from '../../../src/features/catalog/tables.ts';
import { build, command, type Given, isSet, query, type RowOf } from '../../../src/kit/data/query.ts';
import { computers } from '../tables.ts';

const reporting = () =>
  build
    .select({
      computerid: computers.computerid,
      assetid: computers.assetid,
      inventoryhash: computers.inventoryhash,
    })
    .from(computers)
    .innerJoin(assets, eq(assets.assetid, computers.assetid));

export const computerOfName = query((given: Given<{ hostname: string }>) =>
  reporting().where(eq(computers.hostname, given.hostname)),
);

export type KnownComputer = RowOf<typeof computerOfName>;

/** Two are enough to say that the serial number does not tell. */
export const computersOfSerial = query((given: Given<{ serialnumber: string }>) =>
  reporting()
    .where(and(eq(assets.serialnumber, given.serialnumber), isSet(assets.isactive)))
    .limit(2),
);

export const stampInventory = command(
  (given: Given<{ computerid: number; inventoryhash: string; at: string }>) =>
    build
      .update(computers)
      .set({ inventoryhash: given.inventoryhash, lastreporteddate: given.at })
      .where(eq(computers.computerid, given.computerid)),
);

export const assetNumbered = query((given: Given<{ assetnumber: string }>) =>
  build.select({ assetid: assets.assetid }).from(assets).where(eq(assets.assetnumber, given.assetnumber)),
);

/** Another active asset of this serial number. */
export const otherOfSerial = query((given: Given<{ serialnumber: string; assetid: number }>) =>
  build
    .select({ assetid: assets.assetid })
    .from(assets)
    .where(
      and(
        eq(assets.serialnumber, given.serialnumber),
        ne(assets.assetid, given.assetid),
        isSet(assets.isactive),
      ),
    ),
);

const device = () =>
  build.select({ assetid: assets.assetid, serialnumber: assets.serialnumber }).from(assets);

export const deviceOfSerial = query((given: Given<{ serialnumber: string; assettypeid: number }>) =>
  device()
    .where(and(eq(assets.serialnumber, given.serialnumber), eq(assets.assettypeid, given.assettypeid)))
    .orderBy(desc(assets.isactive)),
);

export const deviceOfName = query((given: Given<{ name: string; assettypeid: number }>) =>
  device()
    .where(and(eq(assets.name, given.name), eq(assets.assettypeid, given.assettypeid)))
    .orderBy(desc(assets.isactive)),
);

export type KnownDevice = RowOf<typeof deviceOfName>;

export const addressesOfType = query((given: Given<{ assetid: number; commtype: CommType }>) =>
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

export const typeNamed = query((given: Given<{ assettype: string }>) =>
  build
    .select({ assettypeid: assettypes.assettypeid })
    .from(assettypes)
    .where(eq(assettypes.assettype, given.assettype)),
);

export const vendorNamed = query((given: Given<{ vendor: string }>) =>
  build.select({ vendorid: vendors.vendorid }).from(vendors).where(eq(vendors.vendor, given.vendor)),
);

/** A vendorid of 0 stands for none, as in the index. */
export const modelNumbered = query((given: Given<{ modelnumber: string; vendorid: number }>) =>
  build
    .select({ modelnumberid: models.modelnumberid })
    .from(models)
    .where(
      and(
        eq(models.modelnumber, given.modelnumber),
        sql`coalesce(${models.vendorid}, 0) = ${given.vendorid}`,
      ),
    ),
);

/** An empty version stands for none, as in the index. */
export const systemNamed = query((given: Given<{ osname: string; osversion: string }>) =>
  build
    .select({ osid: operatingsystems.osid })
    .from(operatingsystems)
    .where(
      and(
        eq(operatingsystems.osname, given.osname),
        sql`coalesce(${operatingsystems.osversion}, '') = ${given.osversion}`,
      ),
    ),
);
