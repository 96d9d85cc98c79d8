import { and, eq, sql } from 'drizzle-orm';
import { assets, communications, locations, models } from '../../../src/features/catalog/tables.ts';
import { build, command, excluded, type Params, query, type RowOf } from '../../../src/kit/data/query.ts';
import { isActivePrinter } from '../queries.ts';
import { printerreadings, printers, supplyalerts } from '../tables.ts';

const addressesOf = sql<string>`(SELECT coalesce(json_group_array(lower(${communications.address})), '[]') FROM ${communications}
  WHERE ${communications.assetid} = ${printers.assetid} AND ${communications.commtype} = 'ip')`;

const selectWatched = () =>
  build
    .select({
      printerid: printers.printerid,
      assetid: printers.assetid,
      assetnumber: assets.assetnumber,
      name: assets.name,
      hostname: printers.hostname,
      windowsname: printers.windowsname,
      modelnumberid: assets.modelnumberid,
      modelnumber: models.modelnumber,
      location: locations.location,
      addresses: addressesOf.as('addresses'),
      reported: sql<string | null>`${printerreadings.supplies}`.as('reported'),
      reportedat: sql<string | null>`${printerreadings.readat}`.as('reportedat'),
    })
    .from(printers)
    .innerJoin(assets, eq(assets.assetid, printers.assetid))
    .leftJoin(models, eq(models.modelnumberid, assets.modelnumberid))
    .leftJoin(locations, eq(locations.locationid, assets.locationid))
    .leftJoin(printerreadings, eq(printerreadings.printerid, printers.printerid));

/** Active printers with the data to find their supplies. */
export const watchedPrinters = query(() =>
  selectWatched().where(and(isActivePrinter())).orderBy(printers.printerid),
);

/** The data of one printer, active or not, as in `watchedPrinters`. */
export const watchedPrinter = query((params: Params<{ printerid: number }>) =>
  selectWatched().where(eq(printers.printerid, params.printerid)),
);

export type WatchedPrinter = RowOf<typeof watchedPrinters>;

export const allAlerts = query(() => build.select().from(supplyalerts));

export const saveReading = command((params: Params<typeof printerreadings.$inferSelect>) =>
  build
    .insert(printerreadings)
    .values({
      printerid: params.printerid,
      pagecount: params.pagecount,
      pagecounters: params.pagecounters,
      supplies: params.supplies,
      readat: params.readat,
    })
    .onConflictDoUpdate({
      target: printerreadings.printerid,
      set: {
        pagecount: excluded(printerreadings.pagecount),
        pagecounters: excluded(printerreadings.pagecounters),
        supplies: excluded(printerreadings.supplies),
        readat: excluded(printerreadings.readat),
      },
    }),
);

export const readingOf = query((params: Params<{ printerid: number }>) =>
  build.select().from(printerreadings).where(eq(printerreadings.printerid, params.printerid)),
);
