import { and, eq, type SQL, sql } from 'drizzle-orm';
import { assets, communications, models, vendors } from '../../../src/features/catalog/tables.ts';
import { build, isSet, type Params, query } from '../../../src/kit/data/query.ts';
import { isNamed } from '../../../src/kit/data/same-name.ts';
import { isActivePrinter, isAmong } from '../queries.ts';
import { printers } from '../tables.ts';

const installable = (condition?: SQL) =>
  build
    .select({
      printerid: printers.printerid,
      assetid: printers.assetid,
      assetnumber: assets.assetnumber,
      name: assets.name,
      windowsname: printers.windowsname,
      vendorname: sql<string | null>`${vendors.vendor}`.as('vendorname'),
      modelnumber: models.modelnumber,
      modelnumberid: assets.modelnumberid,
      hostname: printers.hostname,
      ipaddress: sql<string | null>`${communications.address}`.as('ipaddress'),
      sharename: printers.sharename,
      installpath: printers.installpath,
      mapx: assets.mapx,
      mapy: assets.mapy,
      levelid: assets.levelid,
    })
    .from(printers)
    .innerJoin(assets, isActivePrinter())
    .leftJoin(models, eq(models.modelnumberid, assets.modelnumberid))
    .leftJoin(vendors, eq(vendors.vendorid, assets.vendorid))
    .leftJoin(
      communications,
      and(
        eq(communications.assetid, printers.assetid),
        eq(communications.commtype, 'ip'),
        isSet(communications.isprimary),
      ),
    )
    .where(and(isSet(printers.isnetwork), condition))
    .orderBy(printers.windowsname, printers.printerid);

/** Active printers on the network, with their positions. */
export const networkPrinters = query((params: Params<{ most: number }>) => installable().limit(params.most));

export const networkPrintersAmong = query((params: Params<{ ids: string }>) =>
  installable(isAmong(printers.printerid, params.ids)),
);

/** The asset with a number, ignoring case. */
export const assetNumbered = query((params: Params<{ assetnumber: string }>) =>
  build
    .select({ assetid: assets.assetid })
    .from(assets)
    .where(isNamed(assets.assetnumber, params.assetnumber)),
);
