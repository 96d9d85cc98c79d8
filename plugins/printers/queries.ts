import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { isActiveAssetOf, isInUse } from '../../src/features/catalog/index.ts';
import {
  assets,
  assettypes,
  communications,
  models,
  relationships,
  relationshiptypes,
} from '../../src/features/catalog/tables.ts';
import { build, isSet, type Params, query } from '../../src/kit/data/query.ts';
import { isHostNamed, isNamed } from '../../src/kit/data/same-name.ts';
import type { HostNameForms } from '../../src/kit/host-name.ts';
import { modelsupplies, printerdrivers, printers, printertypes, supplyalerts } from './tables.ts';

/** SQL condition for a value in a JSON list. */
export const isAmong = (column: SQLiteColumn, list: unknown): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${list}))`;

/** SQL condition for the asset of an active printer. */
export const isActivePrinter = () => isActiveAssetOf(printers.assetid);

export const assetsOfPrinters = query((params: Params<{ ids: string }>) =>
  build
    .select({ printerid: printers.printerid, assetid: printers.assetid })
    .from(printers)
    .where(isAmong(printers.printerid, params.ids)),
);

/** Active drivers for the models of printers. */
export const driversOfPrinters = query((params: Params<{ ids: string }>) =>
  build
    .select({
      printerid: printers.printerid,
      driverid: printerdrivers.driverid,
      name: printerdrivers.name,
      location: printerdrivers.location,
      description: printerdrivers.description,
    })
    .from(printers)
    .innerJoin(assets, eq(assets.assetid, printers.assetid))
    .innerJoin(
      printerdrivers,
      and(eq(printerdrivers.modelnumberid, assets.modelnumberid), isSet(printerdrivers.isactive)),
    )
    .where(isAmong(printers.printerid, params.ids))
    .orderBy(printerdrivers.namesortkey, printerdrivers.driverid),
);

export const printerOfAsset = query((params: Params<{ assetid: number }>) =>
  build.select({ printerid: printers.printerid }).from(printers).where(eq(printers.assetid, params.assetid)),
);

export const printerTypeByName = query((params: Params<{ printertype: string }>) =>
  build
    .select({ printertypeid: printertypes.printertypeid, isactive: printertypes.isactive })
    .from(printertypes)
    .where(isNamed(printertypes.printertype, params.printertype)),
);

/** The active printer with an address; of several, one with this primary address. */
export const printerAt = query((params: Params<{ address: string }>) =>
  build
    .select({ printerid: printers.printerid })
    .from(communications)
    .innerJoin(printers, eq(printers.assetid, communications.assetid))
    .innerJoin(assets, isActivePrinter())
    .where(and(eq(communications.address, params.address), eq(communications.commtype, 'ip')))
    .orderBy(desc(communications.isprimary), printers.printerid)
    .limit(1),
);

/** Active printers with a primary IP address, ordered by name. */
export const addressedPrinters = query(() =>
  build
    .select({
      printerid: printers.printerid,
      name: sql<string>`coalesce(${assets.name}, ${assets.assetnumber})`.as('name'),
      address: communications.address,
    })
    .from(printers)
    .innerJoin(assets, isActivePrinter())
    .innerJoin(
      communications,
      and(
        eq(communications.assetid, printers.assetid),
        eq(communications.commtype, 'ip'),
        eq(communications.isprimary, 1),
      ),
    )
    .orderBy(sql`name COLLATE NOCASE`, printers.printerid),
);

/**
 * Active printers with a host name, with or without its domain. Two are enough to see that the name is
 * shared.
 */
export const printersOfHostName = query((params: Params<HostNameForms>) =>
  build
    .select({ assetid: printers.assetid, hostname: printers.hostname })
    .from(printers)
    .innerJoin(assets, isActivePrinter())
    .where(isHostNamed(printers.hostname, params))
    .limit(2),
);

export const printerNamed = query((params: Params<{ hostname: string }>) =>
  build
    .select({ printerid: printers.printerid })
    .from(printers)
    .innerJoin(assets, isActivePrinter())
    .where(isNamed(printers.hostname, params.hostname))
    .orderBy(printers.printerid)
    .limit(1),
);

export const printerCounts = query(() =>
  build
    .select({
      total: count().as('total'),
      network: sql<number>`coalesce(sum(${printers.isnetwork}), 0)`.as('network'),
      color: sql<number>`coalesce(sum(${printers.iscolor}), 0)`.as('color'),
      duplex: sql<number>`coalesce(sum(${printers.isduplex}), 0)`.as('duplex'),
    })
    .from(printers)
    .innerJoin(assets, isActivePrinter()),
);

const countColumn = () => count().as('count');

export const countsByType = query(() =>
  build
    .select({
      printertypeid: printers.printertypeid,
      printertype: printertypes.printertype,
      count: countColumn(),
    })
    .from(printers)
    .innerJoin(assets, isActivePrinter())
    .leftJoin(printertypes, eq(printertypes.printertypeid, printers.printertypeid))
    .groupBy(printers.printertypeid)
    .orderBy(desc(countColumn())),
);

/** Number of printers in use with a low supply for which an alert was sent. */
export const lowPrinters = query(() =>
  build
    .select({ n: sql<number>`count(DISTINCT ${supplyalerts.printerid})`.as('n') })
    .from(supplyalerts)
    .innerJoin(printers, eq(printers.printerid, supplyalerts.printerid))
    // CROSS JOIN keeps SQLite from reading all active assets first.
    .crossJoin(assets)
    .where(and(eq(assets.assetid, printers.assetid), isInUse)),
);

/** Number of retired printers that are still assigned. */
export const retiredPrintersInUse = query(() =>
  build
    .select({ n: sql<number>`count(DISTINCT ${printers.printerid})`.as('n') })
    .from(printers)
    .innerJoin(assets, and(eq(assets.assetid, printers.assetid), eq(assets.isactive, 0)))
    .innerJoin(relationships, eq(relationships.targetassetid, printers.assetid))
    .innerJoin(relationshiptypes, eq(relationshiptypes.relationshiptypeid, relationships.relationshiptypeid))
    .where(inArray(relationshiptypes.relationshiptype, ['usesprinter', 'defaultprinter'])),
);

/**
 * SQL condition for printer models: models of the asset type, models in use by a printer, and models with a
 * supply or driver.
 */
export const isOfPrinters = () =>
  sql`(${models.assettypeid} = (SELECT assettypeid FROM ${assettypes} WHERE assettype = 'Printer')
    OR ${models.modelnumberid} IN (SELECT modelnumberid FROM ${modelsupplies} UNION SELECT modelnumberid FROM ${printerdrivers}
      UNION SELECT assets.modelnumberid FROM ${printers} JOIN ${assets} ON assets.assetid = printers.assetid))`;

export const modelById = query((params: Params<{ modelnumberid: number }>) =>
  build
    .select({ modelnumberid: models.modelnumberid, modelnumber: models.modelnumber })
    .from(models)
    .where(eq(models.modelnumberid, params.modelnumberid)),
);

/** Supplies of models, ordered by kind and color. */
export const suppliesOfModels = query((params: Params<{ ids: string }>) =>
  build
    .select()
    .from(modelsupplies)
    .where(isAmong(modelsupplies.modelnumberid, params.ids))
    .orderBy(
      modelsupplies.modelnumberid,
      modelsupplies.supplytype,
      modelsupplies.color,
      modelsupplies.partnumber,
    ),
);

export const assetById = query((params: Params<{ assetid: number }>) =>
  build.select({ assetid: assets.assetid }).from(assets).where(eq(assets.assetid, params.assetid)),
);
