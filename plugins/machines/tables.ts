import { assets, vendors } from '../../src/features/catalog/tables.ts';
import {
  extending,
  flag,
  index,
  integer,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  uniqueName,
} from '../../src/kit/data/columns.ts';

export const machinetypes = sqliteTable(
  'machinetypes',
  {
    machinetypeid: serial(),
    machinetype: uniqueName().notNull().unique(),
    description: text(),
    icon: text(),
    color: text(),
    isactive: flag(1),
    ...stamps(),
    machinetypesortkey: sortKey(),
  },
  (t) => [
    index('machinetypes_created').on(t.createddate, t.machinetypeid),
    index('machinetypes_modified').on(t.modifieddate, t.machinetypeid),
    index('machinetypes_machinetypesort').on(t.machinetypesortkey, t.machinetypeid),
  ],
);

export const controllertypes = sqliteTable(
  'controllertypes',
  {
    controllertypeid: serial(),
    controllertype: uniqueName().notNull().unique(),
    vendorid: integer().references(() => vendors.vendorid),
    description: text(),
    isactive: flag(1),
    ...stamps(),
    controllertypesortkey: sortKey(),
  },
  (t) => [
    index('controllertypes_vendor').on(t.vendorid, t.controllertypesortkey),
    index('controllertypes_created').on(t.createddate, t.controllertypeid),
    index('controllertypes_modified').on(t.modifieddate, t.controllertypeid),
    index('controllertypes_controllertypesort').on(t.controllertypesortkey, t.controllertypeid),
  ],
);

export const machines = sqliteTable(
  'machines',
  {
    machineid: serial(),
    assetid: extending(() => assets.assetid),
    machinetypeid: integer().references(() => machinetypes.machinetypeid),
    controllertypeid: integer().references(() => controllertypes.controllertypeid),
    controllerversion: text(),
    installdate: text(),
    isdualpath: flag(),
    controllerversionsortkey: sortKey(),
  },
  (t) => [
    index('machines_type').on(t.machinetypeid, t.machineid),
    index('machines_controller').on(t.controllertypeid, t.machineid),
    index('machines_dualpath').on(t.isdualpath, t.assetid),
    index('machines_installed').on(t.installdate, t.machineid),
    index('machines_version').on(t.controllerversion, t.machineid),
    index('machines_versionsort').on(t.controllerversionsortkey, t.machineid),
  ],
);
