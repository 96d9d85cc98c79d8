import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import {
  flag,
  folded,
  index,
  integer,
  real,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  unique,
  uniqueName,
} from '../../kit/data/columns.ts';

export const assettypes = sqliteTable(
  'assettypes',
  {
    assettypeid: serial(),
    assettype: uniqueName().notNull().unique(),
    pluginname: text(),
    tablename: text(),
    description: text(),
    icon: text(),
    color: text(),
    isactive: flag(1),
    ...stamps(),
    assettypesortkey: sortKey(),
  },
  (t) => [index('assettypes_assettypesort').on(t.assettypesortkey, t.assettypeid)],
);

export const assetstatuses = sqliteTable('assetstatuses', {
  statusid: serial(),
  status: uniqueName().notNull().unique(),
  description: text(),
  color: text(),
  isretired: flag(0),
  isactive: flag(1),
  ...stamps(),
});

export const businessunits = sqliteTable(
  'businessunits',
  {
    businessunitid: serial(),
    businessunit: uniqueName().notNull().unique(),
    code: text(),
    description: text(),
    parentbusinessunitid: integer().references((): AnySQLiteColumn => businessunits.businessunitid),
    ...stamps(),
    businessunitsortkey: sortKey(),
    codesortkey: sortKey(),
  },
  (t) => [
    index('businessunits_parent').on(t.parentbusinessunitid),
    index('businessunits_businessunitsort').on(t.businessunitsortkey, t.businessunitid),
    index('businessunits_codesort').on(t.codesortkey, t.businessunitid),
  ],
);

export const mapbuildings = sqliteTable('mapbuildings', {
  buildingid: serial(),
  building: uniqueName().notNull().unique(),
  ...stamps(),
});

export const maplevels = sqliteTable(
  'maplevels',
  {
    levelid: serial(),
    buildingid: integer()
      .notNull()
      .references(() => mapbuildings.buildingid),
    level: uniqueName().notNull(),
    sortorder: integer().notNull().default(0),
    width: integer(),
    height: integer(),
    ...stamps(),
    levelsortkey: sortKey(),
  },
  (t) => [unique().on(t.buildingid, t.level), index('maplevels_levelsort').on(t.levelsortkey, t.levelid)],
);

export const locations = sqliteTable(
  'locations',
  {
    locationid: serial(),
    location: uniqueName().notNull().unique(),
    description: text(),
    parentlocationid: integer().references((): AnySQLiteColumn => locations.locationid),
    levelid: integer().references(() => maplevels.levelid),
    mapx: real(),
    mapy: real(),
    ...stamps(),
    locationsortkey: sortKey(),
  },
  (t) => [
    index('locations_parent').on(t.parentlocationid),
    index('locations_level').on(t.levelid),
    index('locations_locationsort').on(t.locationsortkey, t.locationid),
  ],
);

export const vendors = sqliteTable(
  'vendors',
  {
    vendorid: serial(),
    vendor: uniqueName().notNull().unique(),
    description: text(),
    website: text(),
    supportphone: text(),
    supportemail: text(),
    ...stamps(),
    vendorsortkey: sortKey(),
  },
  (t) => [index('vendors_vendorsort').on(t.vendorsortkey, t.vendorid)],
);

export const models = sqliteTable(
  'models',
  {
    modelnumberid: serial(),
    modelnumber: uniqueName().notNull(),
    vendorid: integer().references(() => vendors.vendorid),
    assettypeid: integer().references(() => assettypes.assettypeid),
    description: text(),
    documentationurl: text(),
    imagefilename: text(),
    ...stamps(),
    modelnumbersortkey: sortKey(),
  },
  (t) => [
    index('models_vendor').on(t.vendorid),
    index('models_type').on(t.assettypeid),
    index('models_modelnumbersort').on(t.modelnumbersortkey, t.modelnumberid),
  ],
);

export const operatingsystems = sqliteTable(
  'operatingsystems',
  {
    osid: serial(),
    osname: uniqueName().notNull(),
    osversion: folded(),
    /** Last day on which the vendor supports the operating system. */
    endofsupport: text(),
    /** `vendor` for a date that ships with the product, `manual` for a date that a user entered or cleared. */
    endofsupportsource: text().$type<'vendor' | 'manual'>(),
    ...stamps(),
    osnamesortkey: sortKey(),
    osversionsortkey: sortKey(),
  },
  (t) => [
    index('operatingsystems_osnamesort').on(t.osnamesortkey, t.osid),
    index('operatingsystems_osversionsort').on(t.osversionsortkey, t.osid),
  ],
);

export const protocols = sqliteTable(
  'protocols',
  {
    protocolid: serial(),
    protocol: uniqueName().notNull().unique(),
    defaultport: integer(),
    urltemplate: text(),
    ...stamps(),
    protocolsortkey: sortKey(),
  },
  (t) => [index('protocols_protocolsort').on(t.protocolsortkey, t.protocolid)],
);

export const supportteams = sqliteTable(
  'supportteams',
  {
    supportteamid: serial(),
    teamname: uniqueName().notNull().unique(),
    teamurl: text(),
    webhookurl: text(),
    ...stamps(),
    teamnamesortkey: sortKey(),
  },
  (t) => [index('supportteams_teamnamesort').on(t.teamnamesortkey, t.supportteamid)],
);

export const supportcontacts = sqliteTable(
  'supportcontacts',
  {
    contactid: serial(),
    supportteamid: integer()
      .notNull()
      .references(() => supportteams.supportteamid, { onDelete: 'cascade' }),
    sortorder: integer().notNull(),
    contactname: text().notNull(),
    sso: text(),
    email: text(),
    phone: text(),
  },
  (t) => [index('supportcontacts_team').on(t.supportteamid, t.sortorder)],
);
