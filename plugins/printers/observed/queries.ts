import { and, eq, sql } from 'drizzle-orm';
import { assets, communications } from '../../../src/features/catalog/tables.ts';
import { build, type Params, query, type RowOf } from '../../../src/kit/data/query.ts';
import { isNamedAmong } from '../../../src/kit/data/same-name.ts';
import { isActivePrinter, isAmong } from '../queries.ts';
import { observedqueues, printers } from '../tables.ts';

export const queuesOfAsset = query((params: Params<{ assetid: number }>) =>
  build
    .select()
    .from(observedqueues)
    .where(eq(observedqueues.assetid, params.assetid))
    .orderBy(observedqueues.name),
);

export type ObservedQueue = RowOf<typeof queuesOfAsset>;

const printerColumns = {
  printerid: printers.printerid,
  assetid: printers.assetid,
  assetnumber: assets.assetnumber,
  windowsname: printers.windowsname,
  hostname: printers.hostname,
};

/** Active printers with one of these addresses. */
export const printersByAddress = query((params: Params<{ addresses: string }>) =>
  build
    .select({ ...printerColumns, key: sql<string>`lower(${communications.address})`.as('key') })
    .from(communications)
    .innerJoin(printers, eq(printers.assetid, communications.assetid))
    .innerJoin(assets, isActivePrinter())
    .where(and(eq(communications.commtype, 'ip'), isAmong(communications.address, params.addresses))),
);

export const printersByShareName = query((params: Params<{ names: string }>) =>
  build
    .select({ ...printerColumns, key: sql<string>`${printers.sharename}`.as('key') })
    .from(printers)
    .innerJoin(assets, isActivePrinter())
    .where(isNamedAmong(printers.sharename, params.names)),
);

export const printersOfHost = query((params: Params<{ names: string }>) =>
  build
    .select({ ...printerColumns, key: sql<string>`${printers.hostname}`.as('key') })
    .from(printers)
    .innerJoin(assets, isActivePrinter())
    .where(isNamedAmong(printers.hostname, params.names)),
);

export const printersByName = query((params: Params<{ names: string }>) =>
  build
    .select({ ...printerColumns, key: sql<string>`${printers.windowsname}`.as('key') })
    .from(printers)
    .innerJoin(assets, isActivePrinter())
    .where(isNamedAmong(printers.windowsname, params.names)),
);
