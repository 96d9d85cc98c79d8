import { assets, models } from '../../src/features/catalog/tables.ts';
import {
  flag,
  folded,
  foldedName,
  index,
  integer,
  parent,
  real,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  unique,
  uniqueName,
} from '../../src/kit/data/columns.ts';
import type { CapacityTier, SupplyColor, SupplyType } from './choices.ts';

export const printertypes = sqliteTable(
  'printertypes',
  {
    printertypeid: serial(),
    printertype: uniqueName().notNull().unique(),
    description: text(),
    icon: text(),
    color: text(),
    isactive: flag(1),
    ...stamps(),
    printertypesortkey: sortKey(),
  },
  (t) => [
    index('printertypes_created').on(t.createddate, t.printertypeid),
    index('printertypes_modified').on(t.modifieddate, t.printertypeid),
    index('printertypes_printertypesort').on(t.printertypesortkey, t.printertypeid),
  ],
);

export const printers = sqliteTable(
  'printers',
  {
    printerid: serial(),
    assetid: integer()
      .notNull()
      .unique()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    printertypeid: integer().references(() => printertypes.printertypeid),
    hostname: foldedName(),
    windowsname: foldedName(),
    sharename: foldedName(),
    iscsf: flag(),
    installpath: text(),
    pin: text(),
    iscolor: flag(),
    isduplex: flag(),
    isnetwork: flag(1),
    firmware: text(),
    hostnamesortkey: sortKey(),
    windowsnamesortkey: sortKey(),
  },
  (t) => [
    index('printers_hostname').on(t.hostname, t.printerid),
    index('printers_windowsname').on(t.windowsname, t.printerid),
    index('printers_type').on(t.printertypeid, t.hostnamesortkey),
    index('printers_network').on(t.isnetwork, t.hostnamesortkey),
    index('printers_color').on(t.iscolor, t.hostnamesortkey),
    index('printers_hostnamesort').on(t.hostnamesortkey, t.printerid),
    index('printers_windowsnamesort').on(t.windowsnamesortkey, t.printerid),
  ],
);

export const printerdrivers = sqliteTable(
  'printerdrivers',
  {
    driverid: serial(),
    name: folded().notNull(),
    location: text().notNull(),
    description: text(),
    modelnumberid: integer().references(() => models.modelnumberid),
    isactive: flag(1),
    ...stamps(),
    namesortkey: sortKey(),
  },
  (t) => [
    index('printerdrivers_name').on(t.name, t.driverid),
    index('printerdrivers_model').on(t.modelnumberid, t.isactive, t.namesortkey),
    index('printerdrivers_created').on(t.createddate, t.driverid),
    index('printerdrivers_modified').on(t.modifieddate, t.driverid),
    index('printerdrivers_namesort').on(t.namesortkey, t.driverid),
  ],
);

export const modelsupplies = sqliteTable(
  'modelsupplies',
  {
    modelsupplyid: serial(),
    modelnumberid: parent(() => models.modelnumberid),
    partnumber: uniqueName().notNull(),
    supplytype: text().$type<SupplyType>().notNull().default('toner'),
    color: text().$type<SupplyColor>().notNull().default('none'),
    capacitytier: text().$type<CapacityTier>().notNull().default('standard'),
    marketingname: text(),
    pageyield: integer(),
    notes: text(),
    ...stamps(),
    partnumbersortkey: sortKey(),
  },
  (t) => [
    unique().on(t.modelnumberid, t.partnumber),
    index('modelsupplies_part').on(t.partnumber, t.modelsupplyid),
    index('modelsupplies_created').on(t.createddate, t.modelsupplyid),
    index('modelsupplies_modified').on(t.modifieddate, t.modelsupplyid),
    index('modelsupplies_partsort').on(t.partnumbersortkey, t.modelsupplyid),
  ],
);

export const observedqueues = sqliteTable(
  'observedqueues',
  {
    observedqueueid: serial(),
    assetid: integer()
      .notNull()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    name: folded().notNull(),
    portname: text(),
    ipaddress: text(),
    drivername: text(),
    isdefault: flag(),
    ...stamps(),
  },
  (t) => [unique().on(t.assetid, t.name)],
);

export const printerreadings = sqliteTable('printerreadings', {
  printerid: integer()
    .primaryKey()
    .references(() => printers.printerid, { onDelete: 'cascade' }),
  pagecount: integer(),
  pagecounters: text(),
  supplies: text(),
  readat: text().notNull(),
});

export const supplyalerts = sqliteTable(
  'supplyalerts',
  {
    supplyalertid: serial(),
    printerid: integer()
      .notNull()
      .references(() => printers.printerid, { onDelete: 'cascade' }),
    supply: folded().notNull(),
    state: text().$type<'low' | 'critical'>().notNull(),
    level: real(),
    ...stamps(),
  },
  (t) => [unique().on(t.printerid, t.supply)],
);
